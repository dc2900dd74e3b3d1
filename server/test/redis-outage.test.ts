import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { TestClient } from './client.ts';
import { addPerson, goodPassword, type Person } from './factories.ts';
import { connectSocket, nextEvent, openSocket } from './socket.ts';
import { openFaultyConnection, type FaultyConnection } from './faulty-connection.ts';

describe.runIf(process.env['TEST_REDIS_URL'])(
  'while Redis is down',
  { meta: { skippedBecause: 'needs Redis' } },
  () => {
    let connection: FaultyConnection;
    let app: TestApp;
    let asha: Person;
    let ravi: Person;
    beforeAll(async () => {
      connection = await openFaultyConnection(process.env['TEST_REDIS_URL'] ?? '');
      app = await startTestApp({ env: { redisUrl: connection.url }, redisTimeout: undefined });
      ravi = await addPerson(app.url, { userType: 'merchant' });
    });
    beforeEach(async () => {
      asha = await addPerson(app.url);
    });
    afterEach(() => connection.restore());
    afterAll(async () => {
      await app.close();
      await connection.close();
    });

    async function logIn(): Promise<number> {
      const body = { email: asha.account.email, password: goodPassword, remember: false };
      const began = performance.now();
      const { status } = await new TestClient(app.url).send('POST /api/v1/users/login', { body });
      expect(status).toBe(200);
      return performance.now() - began;
    }

    const readiness = async () => {
      const response = await fetch(`${app.url}/readyz`);
      return [response.status, await response.json()];
    };

    test.each(['hangs', 'is gone'])(
      'and %s, messages reach the users of the same process at once',
      async (fault) => {
        const socket = await connectSocket(openSocket(app.url, asha.client, { transports: ['websocket'] }));
        if (fault === 'hangs') connection.freeze();
        else await connection.refuse();
        const came = nextEvent(socket, 'newMessage');
        const began = performance.now();
        await ravi.client.call('POST /api/v1/messages/send/:userId', {
          params: { userId: asha.account._id },
          body: { text: 'Can you hear me?' },
        });
        await came;
        expect(performance.now() - began).toBeLessThan(10_000);
        const ended = new Promise((resolve) => socket.once('disconnect', resolve));
        await asha.client.call('POST /api/v1/users/logout');
        expect(await ended).toBe('io server disconnect');
        expect(performance.now() - began).toBeLessThan(10_000);
      },
    );

    test.each(['hangs', 'is gone'])(
      'and %s, people soon log in and /readyz reports degraded',
      async (fault) => {
        const usual = await logIn();
        if (fault === 'hangs') connection.freeze();
        else await connection.refuse();
        for (let count = 0; count < 3; count += 1) expect((await logIn()) - usual).toBeLessThan(10_000);
        const began = performance.now();
        expect(await readiness()).toMatchObject([
          200,
          { status: 'degraded', redis: 'failing', database: 'ok' },
        ]);
        expect(performance.now() - began).toBeLessThan(10_000);
        await connection.restore();
        await expect.poll(readiness).toMatchObject([200, { status: 'ok', redis: 'ok' }]);
      },
    );
  },
);
