import type { FastifyBaseLogger } from 'fastify';

/** Logs ids only: no names, addresses, tokens or texts. */
export function logSecurity(
  log: FastifyBaseLogger,
  event: string,
  ids: Readonly<Partial<Record<`${string}Id`, string>>>,
): void {
  log.info({ log: 'security', event, ...ids }, event);
}
