import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, sendError } from './errors.ts';

/** In ms, of a graceful stop. */
const finishesWithin = 5_000;
const readsWithin = 1_000;

/** Slow clients must not block a graceful stop: those without a response by then get one, and a moment to read it. Register before other hooks. */
export function endOnClose(app: FastifyInstance): void {
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
  let ending: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    isClosing = true;
    ending = setTimeout(() => {
      for (const [request, reply] of waiting) if (!reply.sent) refuse(request, reply);
      ending = setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, readsWithin);
    }, finishesWithin);
  });
  app.addHook('onSend', async (request, reply) => {
    // A client that is still sending would lose the response with the connection.
    if (isClosing && request.raw.complete) reply.header('connection', 'close');
  });
  app.addHook('onClose', async () => clearTimeout(ending));
}

/** Fails the reader of an unfinished body, which responds. */
function refuse(request: FastifyRequest, reply: FastifyReply): void {
  const error = new AppError('UNAVAILABLE', { retryAfterSeconds: 5 });
  if (!request.raw.complete && request.raw.listenerCount('error') > 0) request.raw.emit('error', error);
  else void sendError(error, request, reply);
}
