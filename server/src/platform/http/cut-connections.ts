import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const grace = 5_000;

/** A slow client must not block a graceful stop. Register before other hooks. */
export function cutConnectionsOnClose(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  let cutting: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    cutting = setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, grace);
  });
  app.addHook('onClose', async () => clearTimeout(cutting));
}
