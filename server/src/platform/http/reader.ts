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

const hostPattern = /^(?:[a-z\d.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i;

/**
 * 'https://upaj.example'. Without PUBLIC_URL it is the address that the request was sent to: what is made with it
 * returns to the same sender only.
 */
export function siteAddress(
  env: { publicUrl: string; isPublicUrlSet: boolean },
  request: FastifyRequest,
): string {
  if (env.isPublicUrlSet || !hostPattern.test(request.host)) return env.publicUrl;
  return `${request.protocol}://${request.host}`;
}
