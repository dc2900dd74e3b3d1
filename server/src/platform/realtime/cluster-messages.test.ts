import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSecondApp, startTestApp, type TestApp } from '#test/app.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, goodPassword, type Person } from '#test/factories.ts';
import { collectMessages, connectSocket, openSocket, type TestSocket } from '#test/socket.ts';
import type { MessageCounts } from './topics.ts';

const redisUrl = process.env['TEST_REDIS_URL'];

describe.runIf(redisUrl)(
  'what this release does not understand on Redis',
  { meta: { skippedBecause: 'an embedded database belongs to one process' } },
  () => {
    let admin: Redis;
    let one: TestApp;
    let other: TestApp;
    let farmer: Person;
    let merchant: Person;
    let socket: TestSocket;
    beforeAll(async () => {
      // The keys of this test are in Redis's second database, because those of other tests are in the first.
      const own = new URL(redisUrl ?? '');
      own.pathname = '/1';
      const env = { redisUrl: own.href };
      admin = new Redis(own.href);
      one = await startTestApp({ env });
      other = await startSecondApp(one, { env });
      farmer = await addPerson(one.url);
      merchant = await addPerson(one.url, { userType: 'merchant' });
      socket = await connectSocket(openSocket(other.url, farmer.client, { transports: ['websocket'] }));
    });
    afterAll(async () => {
      socket.disconnect();
      admin.disconnect();
      await other.close();
      await one.close();
    });

    async function counts(): Promise<MessageCounts> {
      const { messages } = (await (await fetch(`${other.url}/readyz`)).json()) as { messages: MessageCounts };
      return messages;
    }

    const say = (text: string) =>
      merchant.client.call('POST /api/v1/messages/send/:userId', {
        params: { userId: farmer.account._id },
        body: { text },
      });

    test('is ignored and counted, and later messages are received', async () => {
      const message = (topic: string, news: unknown, version?: unknown) =>
        JSON.stringify({ from: 'somebody', topic, version, news });
      const malformed = [
        'x',
        '',
        '[]',
        'null',
        '{"from":7,"topic":"feedChanged"}',
        message('sessionEnded', { nobody: 1 }),
        message('sessionEnded', null, 1),
        message('onlineChanged', { processId: 'p', version: 1, came: 'x' }, 1),
        message('feedChanged', 'all', 'new'),
      ];
      const unknown = [
        // The first release sent this message.
        message('presenceList', { processId: 'p', version: 1, ids: ['x'] }),
        message('presence', ['x']),
        message('feedChanged', 'all', 99),
        message('__proto__', {}),
      ];
      const before = await counts();
      for (const text of [...malformed, ...unknown]) await admin.publish('upaj:news', text);
      const ignored = async () => {
        const now = await counts();
        return [now.malformed - before.malformed, now.unknown - before.unknown];
      };
      await expect.poll(ignored).toEqual([malformed.length, unknown.length]);
      const there = merchant.client.at(other.url);
      await there.call('GET /api/v1/post/feed');
      const { _id } = await addPost(farmer);
      const hasIt = async () =>
        (await there.call('GET /api/v1/post/feed')).data.some((post) => post._id === _id);
      await expect.poll(hasIt).toBe(true);
      expect((await counts()).received).toMatchObject({ feedChanged: expect.any(Number) });
      expect(other.logs.filter((line) => line.includes('of other processes were ignored'))).toHaveLength(1);
    });

    test('in the stream of socket events does not stop those after it', async () => {
      const opts = { rooms: [], except: [] };
      const data = [
        {},
        { packet: null, opts },
        { packet: { type: 2, data: 'x' }, opts },
        { packet: { type: 2, data: ['newMessage'] }, opts: { rooms: 'x' } },
        { packet: { type: 2, data: ['newMessage'] }, opts, requestId: 'x' },
      ].map((value) => JSON.stringify(value));
      const entries = [
        ...['', '{', 'x', ...data].map((text) => ['3', text]),
        ['6', '{}'],
        ['7', JSON.stringify({ opts, requestId: 'x' })],
        ['9', JSON.stringify({ packet: ['error'] })],
        ['99', '{}'],
        ['x', '{}'],
      ] as const;
      const before = (await counts()).malformed;
      const inbox = collectMessages(socket);
      await admin.xadd('upaj:sockets', '*', 'any', 'thing');
      await admin.xadd('upaj:sockets', '*', 'nsp', '/nowhere');
      for (const [type, text] of entries)
        await admin.xadd('upaj:sockets', '*', 'uid', 'somebody', 'nsp', '/', 'type', type, 'data', text);
      await admin.publish('upaj:sockets#/#', 'x');
      await say('After all that');
      await expect.poll(() => inbox.map(({ text }) => text)).toEqual(['After all that']);
      // One more than the entries: the published message is malformed too.
      expect((await counts()).malformed - before).toBe(entries.length + 1);
    });

    test('in the counts of rate limits refuses nobody', async () => {
      const body = { email: farmer.account.email, password: 'not-it-at-all', remember: false };
      const logIn = async (password: string) =>
        (await new TestClient(other.url).send('POST /api/v1/users/login', { body: { ...body, password } }))
          .status;
      expect(await logIn('not-it-at-all')).toBe(401);
      const keys = await admin.keys('upaj:limit:*');
      expect(keys.length).toBeGreaterThan(0);
      for (const key of keys.filter((_, index) => index % 2)) await admin.set(key, 'x');
      for (const key of keys.filter((_, index) => index % 2 === 0)) {
        await admin.del(key);
        await admin.sadd(key, 'x');
      }
      expect([await logIn('not-it-at-all'), await logIn(goodPassword)]).toEqual([401, 200]);
      await admin.del(keys);
    });

    test('as a key of another type does not make the processes read it without end', async () => {
      const inbox = collectMessages(socket);
      await admin.set('upaj:sockets', 'x');
      const list = (await admin.client('LIST')) as string;
      const readers = list.split('\n').filter((line) => / db=1 .* cmd=xread /.test(line));
      expect(readers).toHaveLength(2);
      // The readers end their wait and read the key again.
      for (const reader of readers) await admin.client('UNBLOCK', reader.match(/^id=(\d+)/)?.[1] ?? '');
      const usage = process.cpuUsage();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const { user, system } = process.cpuUsage(usage);
      expect((user + system) / 1_000).toBeLessThan(400);
      await admin.del('upaj:sockets');
      await say('Again');
      await expect.poll(() => inbox.map(({ text }) => text)).toEqual(['Again']);
    });
  },
);
