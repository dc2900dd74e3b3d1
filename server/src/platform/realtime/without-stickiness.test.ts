import { createServer, request as requestFrom, type IncomingMessage } from 'node:http';
import { connect as connectTo, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fallBackToWebSocket, socketOptions } from '@upaj/contract/socket';
import { startSecondApp, startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, type Person } from '#test/factories.ts';
import { openSocket, type TestSocket } from '#test/socket.ts';

const redisUrl = process.env['TEST_REDIS_URL'];
const clients = 12;
/** A reconnection usually waits about this many ms. */
const usualDelay = 10_000;

/** Opens a proxy that hands each request to the next process. */
async function openProxy(targets: readonly string[]) {
  const requests: string[] = [];
  let allowsWebSocket = true;
  const ports = targets.map((target) => Number(new URL(target).port));
  const portFor = ({ url }: IncomingMessage) => ports[requests.push(url ?? '') % ports.length] as number;
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request;
    const inner = requestFrom({ port: portFor(request), method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    inner.on('error', () => response.destroy());
    response.on('close', () => inner.destroy());
    request.pipe(inner);
  });
  server.on('upgrade', (request, socket) => {
    const inner = connectTo(portFor(request), '127.0.0.1');
    const lines = request.rawHeaders.map((text, index) => text + (index % 2 ? '\r\n' : ': ')).join('');
    if (!allowsWebSocket) return void socket.destroy();
    inner.write(`GET ${request.url} HTTP/1.1\r\n${lines}\r\n`);
    inner.pipe(socket).pipe(inner);
    for (const end of [inner, socket]) end.on('error', () => [inner, socket].forEach((one) => one.destroy()));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    blockWebSocket: () => void (allowsWebSocket = false),
    close: () => server.close(),
  };
}

describe.runIf(redisUrl)(
  'behind a proxy without sticky sessions',
  { meta: { skippedBecause: 'an embedded database belongs to one process' } },
  () => {
    let one: TestApp;
    let other: TestApp;
    let proxy: Awaited<ReturnType<typeof openProxy>>;
    let farmer: Person;
    const open = new Set<TestSocket>();
    beforeAll(async () => {
      one = await startTestApp({ env: { redisUrl } });
      other = await startSecondApp(one, { env: { redisUrl } });
      farmer = await addPerson(one.url);
    });
    afterEach(() => {
      for (const socket of open) socket.disconnect();
      open.clear();
      proxy.close();
    });
    afterAll(async () => {
      await other.close();
      await one.close();
    });

    async function connectThrough(onReconnect: (waited: number) => void = () => {}): Promise<TestSocket> {
      const delays = { reconnectionDelay: usualDelay, reconnectionDelayMax: 2 * usualDelay };
      const options = { ...socketOptions, ...delays, reconnection: true };
      const socket = openSocket(proxy.url, farmer.client, options);
      open.add(socket);
      fallBackToWebSocket(socket.io);
      let failedAt = 0;
      socket.io.on('error', () => void (failedAt = performance.now()));
      socket.io.on('reconnect_attempt', () => onReconnect(performance.now() - failedAt));
      const connected = new Promise((resolve) => socket.once('connect', () => resolve(true)));
      socket.connect();
      await connected;
      return socket;
    }

    const transportOf = ({ io }: TestSocket) => io.engine.transport.name;

    test(`${clients} of ${clients} clients begin with polling and connect by WebSocket, at once`, async () => {
      proxy = await openProxy([one.url, other.url]);
      const waits: number[] = [];
      for (let count = 0; count < clients; count += 1) {
        const socket = await connectThrough((ms) => void waits.push(ms));
        await expect.poll(() => transportOf(socket)).toBe('websocket');
        socket.disconnect();
      }
      // A usual reconnection waits half of its delay at least.
      expect(waits).toHaveLength(clients);
      expect(waits.toSorted((one, two) => one - two)[clients / 2]).toBeLessThan(usualDelay / 2);
      const began = proxy.requests.filter(
        (url) => url.includes('transport=polling') && !url.includes('sid='),
      );
      expect(began).toHaveLength(clients);
    });

    test('clients that connect at the same time do as well', async () => {
      proxy = await openProxy([one.url, other.url]);
      const began = performance.now();
      const sockets = await Promise.all(Array.from({ length: clients }, () => connectThrough()));
      expect(performance.now() - began).toBeLessThan(10_000);
      // Clients that use polling still work only while the proxy hands each request to their process by chance.
      const areOnWebSocket = () =>
        sockets.filter((socket) => {
          socket.emit('typing', { userId: farmer.account._id, isTyping: false });
          return socket.connected && transportOf(socket) === 'websocket';
        }).length;
      await expect.poll(areOnWebSocket, { interval: 500 }).toBe(clients);
    });

    test('a network without WebSocket still polls, when the proxy has one process', async () => {
      proxy = await openProxy([one.url]);
      proxy.blockWebSocket();
      const socket = await connectThrough();
      expect(transportOf(socket)).toBe('polling');
      expect(socket.connected).toBe(true);
    });
  },
);
