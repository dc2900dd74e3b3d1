import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SlowLine {
  port: number;
  /** Returns the number of bytes sent to the browser since the start. */
  received(): number;
  stop(): Promise<void>;
}

interface LineOptions {
  port: number;
  bytesPerSecond: number;
  /** How many ms a byte takes there and back. */
  roundTrip: number;
}

const packet = 1_400;

/**
 * Opens a TCP proxy that is as slow as a mobile line. All connections share its limit, so it also slows a service
 * worker down, which the browser's own throttling of a page leaves out.
 */
export async function openSlowLine({ port, bytesPerSecond, roundTrip }: LineOptions): Promise<SlowLine> {
  /** The bytes that each connection still has to receive. Connections take turns. */
  const waiting = new Map<Socket, Buffer>();
  const sockets = new Set<Socket>();
  let received = 0;
  let freeAt = 0;
  let timer: NodeJS.Timeout | undefined;

  function pump(): void {
    timer = undefined;
    const now = performance.now();
    freeAt = Math.max(freeAt, now - 20);
    for (const [socket, data] of waiting) {
      if (freeAt > now) break;
      // A connection that is deleted and added again is the last in turn.
      waiting.delete(socket);
      const part = data.subarray(0, packet);
      if (data.length > packet) waiting.set(socket, data.subarray(packet));
      freeAt += (part.length / bytesPerSecond) * 1000;
      received += part.length;
      later(() => socket.write(part));
    }
    if (waiting.size > 0) timer = setTimeout(pump, Math.max(1, freeAt - now));
  }

  const later = (work: () => void) => setTimeout(work, roundTrip / 2);

  const server = createServer((browser) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [browser, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        waiting.delete(socket);
        (socket === browser ? upstream : browser).destroy();
      });
    }
    browser.on('data', (data: Buffer) => later(() => upstream.write(data)));
    upstream.on('data', (data: Buffer) => {
      waiting.set(browser, Buffer.concat([waiting.get(browser) ?? Buffer.alloc(0), data]));
      timer ??= setTimeout(pump);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    stop: () =>
      new Promise((resolve) => {
        clearTimeout(timer);
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
