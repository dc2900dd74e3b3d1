import type { FastifyRequest } from 'fastify';
import type { Events } from '#src/notify/outbox/rows.ts';
import { addressKey } from '#src/platform/http/rate-limit.ts';
import { sign, type SecretKeys } from '#src/platform/signatures.ts';
import type { Devices } from './device-cookie.ts';

/** From where an account is opened. */
export type Origin = Omit<Events['account.registered'], 'userId'>;
export type FindOrigin = (request: FastifyRequest) => Origin;

export function originFinder(devices: Pick<Devices, 'findAccounts'>, keys: SecretKeys): FindOrigin {
  return (request) => ({
    address: sign(`registration:${addressKey(request.ip)}`, keys[0]).toString('hex'),
    others: devices.findAccounts(request),
  });
}
