import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy whose connections can be made to fail. Tests connect to `url`. */
export interface FaultyConnection {
  url: string;
  cut(): void;
  refuse(): Promise<void>;
  freeze(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function openFaultyConnection(target: string): Promise<FaultyConnection> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((inner) => {
    const outer = connect(Number(port), hostname);
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('data', (bytes) => to.write(bytes));
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isFrozen) from.pause();
    }
  });
  const listen = (on: number) =>
    new Promise<void>((resolve) => void server.listen(on, '127.0.0.1', () => resolve()));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const url = new URL(target);
  url.host = `127.0.0.1:${own}`;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const stop = async () => {
    const stopped = new Promise((resolve) => server.close(resolve));
    cut();
    await stopped;
  };
  return {
    url: url.href,
    cut,
    refuse: stop,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    async restore() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(own);
    },
    close: stop,
  };
}
