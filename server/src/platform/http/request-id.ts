import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { TrustProxy } from '#src/platform/trust-proxy.ts';

const safe = /^[\w.:-]{8,64}$/;

/** Uses the id that a trusted proxy has given to the request, so that its log and ours can be compared. */
export function requestIds(trustProxy: TrustProxy): (request: IncomingMessage) => string {
  return ({ headers, socket: { remoteAddress } }) => {
    const given = headers['x-request-id'];
    const isGiven = typeof given === 'string' && safe.test(given);
    return isGiven && remoteAddress && trustProxy(remoteAddress, 0) ? given : uuidv7();
  };
}

/** Runs the steps of a request inside a context. Fastify loses it while it reads a body, so it is entered again. */
export function runInside(app: FastifyInstance, run: (request: FastifyRequest, next: () => void) => void) {
  app.addHook('onRequest', (request, _, next) => run(request, next));
  app.addHook('preHandler', (request, _, next) => run(request, next));
}

const current = new AsyncLocalStorage<string>();

/** Sends the id of the request along with calls to other services by `fetch`. */
export function passOnRequestIds(app: FastifyInstance): void {
  runInside(app, ({ id }, next) => current.run(id, next));
}

subscribe('undici:request:create', (message) => {
  const { request } = message as { request: { addHeader(name: string, value: string): void } };
  const id = current.getStore();
  if (id) request.addHeader('x-request-id', id);
});
