import { isLanguage, type Language } from '@upaj/contract/texts';
import type { FastifyRequest } from 'fastify';

/** Readers choose a language by `?lang=`. */
export function chosenLanguage({ query }: FastifyRequest): Language | undefined {
  const { lang } = (query ?? {}) as { lang?: unknown };
  return typeof lang === 'string' && isLanguage(lang) ? lang : undefined;
}

/** Readers who chose none get the first language of the browser that has texts. */
export function readerLanguage(request: FastifyRequest): Language {
  const accepted = request.headers['accept-language']?.split(',') ?? [];
  const preferred = accepted.map((entry) => entry.trim().slice(0, 2).toLowerCase()).find(isLanguage);
  return chosenLanguage(request) ?? preferred ?? 'en';
}
