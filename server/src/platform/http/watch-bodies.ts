import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

export interface BodyTimes {
  stall: number;
  /** Each period of this many ms must bring `leastPerStretch` bytes. */
  stretch: number;
  leastPerStretch: number;
  longest: number;
}

/** The times are long, because ten photos on a 2G connection take minutes. */
const usualTimes: BodyTimes = {
  stall: 15_000,
  stretch: 60_000,
  leastPerStretch: 30_000,
  longest: 10 * 60_000,
};
/** Up to this many bytes are read after the response, so that a browser that is still sending gets it. */
const mostDrained = 16 * 1024 * 1024;
const spareBytes = 1024 * 1024;

const responseTimeout = 5_000;

interface Body {
  request: FastifyRequest;
  reply: FastifyReply;
  startedAt: number;
  movedAt: number;
  stretchAt: number;
  stretchBytes: number;
  seen: number;
  seenAtResponse: number | undefined;
  before: number;
  endedAt: number | undefined;
}

/** Ends slow, stalled and large bodies with 408 or 413. */
export function watchBodies(app: FastifyInstance, times: BodyTimes = usualTimes): void {
  const bodies = new Set<Body>();
  const timer = setInterval(look, Math.min(1_000, times.stall / 4)).unref();
  app.addHook('onClose', async () => clearInterval(timer));

  app.addHook('onRequest', async (request, reply) => {
    const { headers, raw } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    if (!hasBody) return;
    const now = Date.now();
    const body: Body = {
      request,
      reply,
      startedAt: now,
      movedAt: now,
      stretchAt: now,
      stretchBytes: 0,
      seen: 0,
      seenAtResponse: undefined,
      before: raw.socket.bytesRead,
      endedAt: undefined,
    };
    bodies.add(body);
    raw.once('close', () => bodies.delete(body));
  });

  function look(): void {
    const now = Date.now();
    for (const body of bodies) {
      if (body.request.raw.complete) bodies.delete(body);
      else if (body.endedAt !== undefined) {
        if (now - body.endedAt > responseTimeout) body.request.raw.socket.destroy();
      } else {
        const fault = findFault(body, now, times);
        if (fault) end(body, fault);
      }
    }
  }
}

function findFault(body: Body, now: number, times: BodyTimes): AppError | undefined {
  const { request, reply } = body;
  const seen = request.raw.socket.bytesRead - body.before;
  if (seen > body.seen) body.movedAt = now;
  body.seen = seen;
  if (reply.raw.writableEnded) body.seenAtResponse ??= seen;
  const limit = body.seenAtResponse === undefined ? request.routeOptions.bodyLimit : mostDrained;
  if (seen - (body.seenAtResponse ?? 0) > limit + spareBytes) return new AppError('TOO_LARGE');
  if (now - body.movedAt > times.stall || now - body.startedAt > times.longest)
    return new AppError('REQUEST_TIMEOUT');
  if (now - body.stretchAt > times.stretch) {
    if (seen - body.stretchBytes < times.leastPerStretch) return new AppError('REQUEST_TIMEOUT');
    body.stretchAt = now;
    body.stretchBytes = seen;
  }
  return undefined;
}

/** Makes the reader of the body fail, which sends the response. If there was a response, ends the connection. */
function end(body: Body, fault: AppError): void {
  const { request, reply } = body;
  if (reply.sent) request.raw.socket.destroy();
  // Without a listener the body is not being read yet: the request waits for the database, which has limits of its own.
  else if (request.raw.listenerCount('error') > 0) {
    body.endedAt = Date.now();
    reply.header('connection', 'close');
    request.raw.emit('error', fault);
  }
}
