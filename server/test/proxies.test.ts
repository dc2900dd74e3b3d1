import { createServer, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, type Endpoint } from '@upaj/contract/endpoints';
import { fallBackToWebSocket, socketOptions } from '@upaj/contract/socket';
import { mostBytes } from '#src/platform/http/multipart.ts';
import { startSecondApp, startTestApp, type TestApp } from './app.ts';
import { TestClient } from './client.ts';
import { addPerson, addPost, goodPassword } from './factories.ts';
import { freePort } from './process.ts';
import { isInstalled, proxyNames, startProxy, type Proxy } from './faults/proxies.ts';
import { nextEvent, openSocket, type TestSocket } from './socket.ts';

const trusted = getCACertificates();
afterAll(() => setDefaultCACertificates(trusted));

const largestForm = Math.max(
  ...Object.values<Endpoint>(endpoints).map(({ files }) => (files ? mostBytes(files) : 0)),
);

/** A server that responds with the headers that it received, and counts the calls and bytes. */
class Mirror {
  readonly calls: string[] = [];
  bytes = 0;
  isReady = true;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((received, response) => {
      const isCheck = received.url === '/readyz';
      if (!isCheck) this.calls.push(`${received.method} ${received.url}`);
      if (received.url === '/cut') return void received.socket.destroy();
      received.on('data', (chunk: Buffer) => (this.bytes += chunk.length));
      received.on('end', () => {
        response.statusCode = isCheck && !this.isReady ? 503 : 200;
        response.end(JSON.stringify({ headers: received.headers }));
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

describe.each(proxyNames)('the recipe for %s', (name) => {
  const reason = { meta: { skippedBecause: `needs ${name} and openssl` } };
  describe.runIf(isInstalled(name))('in front of two servers that say what they received', reason, () => {
    let mirrors: [Mirror, Mirror];
    let proxy: Proxy;
    beforeAll(async () => {
      mirrors = [new Mirror(), new Mirror()];
      proxy = await startProxy(name, await Promise.all(mirrors.map((mirror) => mirror.listen())));
    });
    afterAll(async () => {
      await proxy?.close();
      for (const mirror of mirrors) mirror.close();
    });

    const mirrored = async (init: RequestInit = {}) => {
      const response = await fetch(proxy.url, init);
      expect(response.status).toBe(200);
      return (await response.json()) as { headers: Record<string, string> };
    };

    test('passes on the largest form', async () => {
      const chunk = Buffer.alloc(256 * 1024);
      const send = async function* () {
        for (let left = largestForm; left > 0; left -= chunk.length) {
          yield chunk.subarray(0, left);
          // The pause lets the server respond to the checks of the proxy.
          await sleep(0);
        }
      };
      const headers = { 'content-length': String(largestForm) };
      const status = new Promise((resolve, reject) => {
        const sending = request(proxy.url, { method: 'POST', headers }, (response) =>
          resolve(response.resume().statusCode),
        );
        pipeline(Readable.from(send()), sending).catch(reject);
      });
      expect(await status).toBe(200);
      expect(mirrors.some(({ bytes }) => bytes === largestForm)).toBe(true);
    });

    test('passes on the address of the client and an id of the request, and not what the client claims', async () => {
      const { headers } = await mirrored({
        headers: { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'claimed' },
      });
      expect(headers['x-forwarded-for']).toMatch(/^(127\.0\.0\.1|::1)$/);
      expect(headers['x-forwarded-proto']).toBe('https');
      expect(headers['host']).toBe(new URL(proxy.url).host);
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{32,36}$/);
    });

    test('sends reads again at the other server, and a write that a server may have seen once', async () => {
      const seen = () => mirrors.flatMap(({ calls }) => calls);
      const cut = (method: string) =>
        fetch(`${proxy.url}/cut`, { method }).then(
          ({ status }) => status,
          () => 'cut',
        );
      expect([502, 'cut']).toContain(await cut('GET'));
      expect(seen().filter((call) => call === 'GET /cut').length).toBeGreaterThan(1);
      // After a failure nginx uses neither server for a moment.
      await expect.poll(() => mirrored()).toBeTruthy();
      expect([502, 'cut']).toContain(await cut('POST'));
      expect(seen().filter((call) => call === 'POST /cut')).toHaveLength(1);
    });

    test('gives a process that stops no new calls', async () => {
      const [stopping, other] = mirrors;
      // nginx does not call `/readyz`. It stops using a server that no longer listens.
      if (name === 'nginx') stopping.close();
      else stopping.isReady = false;
      const callsOf = async (mirror: Mirror) => {
        const before = mirror.calls.length;
        for (let count = 0; count < 10; count += 1) await mirrored();
        return mirror.calls.length - before;
      };
      await expect.poll(() => callsOf(stopping)).toBe(0);
      expect(await callsOf(other)).toBe(10);
    });
  });

  const all = Boolean(process.env['TEST_REDIS_URL']) && isInstalled(name);
  const needs = { meta: { skippedBecause: `needs ${name}, openssl, PostgreSQL and Redis` } };
  describe.runIf(all)('in front of two processes', needs, () => {
    let apps: [TestApp, TestApp];
    let proxy: Proxy;
    const sockets = new Set<TestSocket>();
    beforeAll(async () => {
      const port = await freePort();
      const env = { redisUrl: process.env['TEST_REDIS_URL'], publicUrl: `https://localhost:${port}` };
      const one = await startTestApp({ env });
      apps = [one, await startSecondApp(one, { env: { ...env, dataDir: one.dataDir } })];
      proxy = await startProxy(
        name,
        apps.map(({ url }) => url),
        { port },
      );
    });
    afterAll(async () => {
      for (const socket of sockets) socket.disconnect();
      await proxy.close();
      for (const app of apps.toReversed()) await app.close();
    });

    test('people log in, upload photos and chat over TLS', async () => {
      const [farmer, merchant] = [await addPerson(proxy.url), await addPerson(proxy.url)];
      const client = new TestClient(proxy.url);
      const body = { email: farmer.account.email, password: goodPassword, remember: true };
      await client.call('POST /api/v1/users/login', { body });
      expect([...client.cookies.keys()]).toContainEqual(expect.stringMatching(/^__Host-/));
      const post = await addPost({ ...farmer, client }, {}, 2);
      for (const path of post.images) expect((await client.fetch(path)).status).toBe(200);

      const connect = async (person: TestClient) => {
        const socket = openSocket(proxy.url, person, { ...socketOptions, reconnection: true });
        sockets.add(socket);
        fallBackToWebSocket(socket.io);
        const connected = new Promise<void>((resolve) => socket.once('connect', resolve));
        socket.connect();
        await connected;
        // This client does not send the proxy's cookie, so it is chance which process gets a request. The client
        // changes to WebSocket when one reaches another process, so it sends events until then.
        const isOnWebSocket = () => {
          socket.emit('typing', { userId: farmer.account._id, isTyping: false });
          return socket.connected && socket.io.engine.transport.name === 'websocket';
        };
        await expect.poll(isOnWebSocket).toBe(true);
        return socket;
      };
      const [from, to] = [await connect(client), await connect(merchant.client)];
      const arrived = nextEvent(to, 'newMessage');
      await from.emitWithAck('send', {
        userId: merchant.account._id,
        text: 'Is it dry?',
        clientId: crypto.randomUUID(),
      });
      expect((await arrived).text).toBe('Is it dry?');
    });

    test('people whose network blocks WebSockets stay at one process, by a cookie of the proxy', async () => {
      const { client } = await addPerson(proxy.url);
      const connect = () =>
        fetch(`${proxy.url}/socket.io/?EIO=4&transport=polling`, {
          headers: { cookie: client.cookieHeader },
        });
      const response = await connect();
      const [cookie = ''] = response.headers.getSetCookie().filter((text) => text.startsWith('upaj_server='));
      expect(cookie).not.toBe('');
      const { sid } = JSON.parse((await response.text()).slice(1)) as { sid: string };
      const poll = `${proxy.url}/socket.io/?EIO=4&transport=polling&sid=${sid}`;
      const headers = { cookie: `${client.cookieHeader}; ${cookie.split(';')[0]}` };
      for (let count = 0; count < 6; count += 1)
        expect((await fetch(poll, { method: 'POST', headers, body: '40' })).status).toBe(200);
    });
  });
});
