import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, sendError } from './errors.ts';

/** A graceful stop waits this long, in ms, and less if it was announced before. */
const finishesWithin = 5_000;
const leastForAnnounced = 1_500;
const afterAnnouncement = 6_500;
const readsWithin = 1_000;

/**
 * Keeps slow clients from blocking a graceful stop: those without a response by then get one, and a moment to read it.
 * Register it before other hooks.
 * @param stopping when it is aborted, responses begin to end their connections, so that none is in use when the server
 * closes
 */
export function endOnClose(app: FastifyInstance, stopping?: AbortSignal): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const waiting = new Map<FastifyRequest, FastifyReply>();
  app.addHook('onRequest', async (request, reply) => {
    waiting.set(request, reply);
    reply.raw.once('close', () => waiting.delete(request));
  });

  let isClosing = false;
  let announcedAt: number | undefined;
  stopping?.addEventListener('abort', () => (announcedAt = performance.now()));
  let ending: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    isClosing = true;
    const left =
      announcedAt === undefined ? finishesWithin : announcedAt + afterAnnouncement - performance.now();
    ending = setTimeout(
      () => {
        for (const [request, reply] of waiting) if (!reply.sent) refuse(request, reply);
        ending = setTimeout(() => {
          for (const socket of open) socket.destroy();
        }, readsWithin);
      },
      Math.max(leastForAnnounced, Math.min(finishesWithin, left)),
    );
  });
  app.addHook('onSend', async (request, reply) => {
    // A client that is still sending would lose the response with the connection.
    if ((isClosing || announcedAt !== undefined) && request.raw.complete) reply.header('connection', 'close');
  });
  app.addHook('onClose', async () => clearTimeout(ending));
}

/** Makes the reader of an unfinished body fail, which sends the response. */
function refuse(request: FastifyRequest, reply: FastifyReply): void {
  const error = new AppError('UNAVAILABLE', { retryAfterSeconds: 5 });
  if (!request.raw.complete && request.raw.listenerCount('error') > 0) request.raw.emit('error', error);
  else void sendError(error, request, reply);
}
