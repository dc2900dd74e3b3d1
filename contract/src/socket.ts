/** Waiting times between attempts to reconnect, in milliseconds. */
export const reconnection = { first: 1_000, most: 5_000, jitter: 0.5 };

/** The specification of the project demands these options of Socket.IO. */
export const socketOptions = {
  path: '/socket.io',
  transports: ['polling', 'websocket'] as ('polling' | 'websocket')[],
  reconnectionDelay: reconnection.first,
  reconnectionDelayMax: reconnection.most,
  randomizationFactor: reconnection.jitter,
  reconnectionAttempts: Infinity,
  timeout: 20_000,
};

/** The parts of Socket.IO's manager that are used here. */
interface Manager {
  opts: { transports?: unknown };
  on(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'reconnect_attempt', listener: () => void): unknown;
  reconnectionDelay(ms: number): unknown;
}

/**
 * Polling takes several requests, and a proxy may send them to different processes. A process responds with 400 to a
 * request of another process's connection. The client then tries WebSocket at once, because that is one request. On
 * networks that allow no WebSocket it goes back to polling.
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
