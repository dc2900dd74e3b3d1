import { isLanguage, type Language } from '@upaj/contract/texts';
import type { FastifyRequest } from 'fastify';

/** Returns the language that the reader chose by `?lang=`, if any. */
export function chosenLanguage({ query }: FastifyRequest): Language | undefined {
  const { lang } = (query ?? {}) as { lang?: unknown };
  return typeof lang === 'string' && isLanguage(lang) ? lang : undefined;
}

/** Returns the chosen language, or else the one with texts that the browser prefers. */
export function readerLanguage(request: FastifyRequest): Language {
  const preferred = acceptedLanguages(request.headers['accept-language'] ?? '').find(isLanguage);
  return chosenLanguage(request) ?? preferred ?? 'en';
}

/** Reads 'hi-IN, ta;q=0.5' as ['hi', 'ta'], the most preferred first. */
function acceptedLanguages(header: string): string[] {
  return header
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { language: tag.split('-', 1)[0] ?? '', quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ language }) => language);
}
