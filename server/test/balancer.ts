import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Balancer {
  url: string;
  close(): Promise<void>;
}

const pauseBetweenChecks = 500;

/**
 * Opens a proxy like those that operators have: it sends new connections to servers whose `/readyz` last responded
 * well.
 */
export async function openBalancer(targets: readonly string[]): Promise<Balancer> {
  let ready: string[] = [];
  let count = 0;
  const open = new Set<Socket>();

  async function check(): Promise<void> {
    const states = await Promise.all(
      targets.map((url) =>
        fetch(`${url}/readyz`, { headers: { connection: 'close' } }).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    ready = targets.filter((_, index) => states[index]);
  }
  await check();
  const checking = setInterval(() => void check(), pauseBetweenChecks);

  const server = createServer((inner) => {
    const { hostname, port } = new URL(ready[(count += 1) % ready.length] ?? targets[0] ?? '');
    const outer = connect(Number(port), hostname);
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      open.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(checking);
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
