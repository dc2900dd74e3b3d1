/** Times are in ms. */
export const reconnection = { first: 1_000, most: 5_000, jitter: 0.5 };

/** Options of Socket.IO, as the specification has them. */
export const socketOptions = {
  path: '/socket.io',
  transports: ['polling', 'websocket'] as ('polling' | 'websocket')[],
  reconnectionDelay: reconnection.first,
  reconnectionDelayMax: reconnection.most,
  randomizationFactor: reconnection.jitter,
  reconnectionAttempts: Infinity,
  timeout: 20_000,
};

/** The manager of a client's socket. */
interface Manager {
  opts: { transports?: unknown };
  on(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'reconnect_attempt', listener: () => void): unknown;
  reconnectionDelay(ms: number): unknown;
}

/**
 * Polling takes several requests. A process to which a proxy hands one of another process's connection responds 400: then
 * the client tries WebSocket, which is one request, at once. A network that allows no WebSocket leads back to polling.
 */
export function fallBackToWebSocket(manager: Manager): void {
  manager.on('error', (error) => {
    const isAtOtherProcess = (error as { description?: unknown }).description === 400;
    manager.opts.transports = isAtOtherProcess ? ['websocket'] : socketOptions.transports;
    if (!isAtOtherProcess) return;
    manager.reconnectionDelay(0);
    manager.once('reconnect_attempt', () => manager.reconnectionDelay(reconnection.first));
  });
}
