import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port that no program listens on. Below the ports that systems give to outgoing connections: one of
 * those could take it before the server that it is for has started.
 * @returns {Promise<number>}
 */
export function freePort() {
  const port = randomInt(20_000, 32_000);
  return new Promise((resolve) => {
    const server = createServer().on('error', () => resolve(freePort()));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
  });
}
