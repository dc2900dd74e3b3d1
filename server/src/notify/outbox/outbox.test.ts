import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { addPerson, addPost, type Person } from '#test/factories.ts';
import { storeEvents } from '#test/events.ts';
import { waitUntilDelivered } from '#test/notifications.ts';
import { connectSocket, nextEvent, openSocket } from '#test/socket.ts';

import { addEvent } from './rows.ts';
import { outboxService, type Consumers } from './service.ts';
import { outboxStore } from './store.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const event = (postId: string) => ({ postId, userId: 'someone' });
const waiting = () => app.database.db.selectFrom('events').selectAll().orderBy('id').execute();
const log = { error: () => {}, warn: () => {} };

/** Opens an outbox with these consumers. Closes that of the server, which would deliver the events too. */
async function openOutbox(consumers: Consumers) {
  await app.services.outbox.close();
  const outbox = outboxService({ store: outboxStore({ db: app.database.db }), log });
  outbox.addConsumers([consumers]);
  return outbox;
}

async function addEvents(...postIds: string[]): Promise<void> {
  await storeEvents(app.database.db, 'like.added', ...postIds.map(event));
}

/** Makes postponed events due. */
async function waitForNextTry(): Promise<void> {
  await app.database.db
    .updateTable('events')
    .set({ due_at: new Date(0) })
    .execute();
}

test('a like reaches the bell within half a second', async () => {
  const [seller, buyer] = [await addPerson(app.url), await addPerson(app.url)];
  const params = { postId: (await addPost(seller))._id };
  const socket = await connectSocket(openSocket(app.url, seller.client));
  const bell = nextEvent(socket, 'notification');
  await (buyer as Person).client.call('POST /api/v1/like/like/:postId', { params });
  expect(await bell).toMatchObject({ kind: 'like', data: params });
  socket.disconnect();
  await waitUntilDelivered(app.database.db);
});

test('events are delivered in order, in batches, and removed with what their consumers wrote', async () => {
  const seen: string[] = [];
  const outbox = await openOutbox({
    'like.added': [async (events) => void seen.push(...events.map(({ data }) => data.postId))],
  });
  const ids = Array.from({ length: 250 }, (_, index) => String(index));
  await addEvents(...ids);
  await outbox.deliver();
  await outbox.close();
  expect(seen).toEqual(ids);
  expect(await waiting()).toEqual([]);
});

test('an event that fails waits for a later try, and the others are delivered', async () => {
  let isBroken = true;
  const written: string[] = [];
  const outbox = await openOutbox({
    'like.added': [
      async (events, trx) => {
        for (const { data } of events) await addEvent(trx, 'like.removed', data);
        if (isBroken && events.some(({ data }) => data.postId === 'two')) throw new Error('It does not work');
      },
    ],
    'like.removed': [async (events) => void written.push(...events.map(({ data }) => data.postId))],
  });
  await addEvents('one', 'two', 'three');
  await outbox.deliver();
  expect(written).toEqual(['one', 'three']);
  expect(await waiting()).toMatchObject([{ data: { postId: 'two' }, tries: 1 }]);
  isBroken = false;
  await waitForNextTry();
  await outbox.deliver();
  await outbox.close();
  expect(written).toEqual(['one', 'three', 'two']);
  expect(await waiting()).toEqual([]);
});

test('what follows the commit of an event runs once, though another event of its batch fails', async () => {
  const followed: string[] = [];
  const outbox = await openOutbox({
    'like.added': [
      async (events) => {
        const ids = events.map(({ data }) => data.postId);
        if (ids.includes('broken')) throw new Error('It does not work');
        return () => void followed.push(...ids);
      },
    ],
  });
  await addEvents('one', 'two', 'broken', 'three');
  await outbox.deliver();
  await outbox.close();
  expect(followed).toEqual(['one', 'two', 'three']);
});

test('a statement that PostgreSQL refuses does not stop the others', async () => {
  // More parameters than PostgreSQL allows in a statement, which is 65,535.
  const tooMany = Array.from({ length: 70_000 }, (_, index) => String(index));
  const seen: string[] = [];
  const outbox = await openOutbox({
    'like.added': [
      async (events, trx) => {
        if (events.some(({ data }) => data.postId === 'broken'))
          await trx.selectFrom('events').select('id').where('id', 'in', tooMany).execute();
        seen.push(...events.map(({ data }) => data.postId));
      },
    ],
  });
  await addEvents('broken', 'one');
  await outbox.deliver();
  await outbox.close();
  expect(seen).toEqual(['one']);
});

test('an event that fails ten times is set aside, and /readyz counts it', async () => {
  const outbox = await openOutbox({ 'like.added': [() => Promise.reject(new Error('It never works'))] });
  await addEvents('one');
  for (let tries = 0; tries < 10; tries += 1) {
    await waitForNextTry();
    await outbox.deliver();
  }
  await outbox.close();
  expect(await waiting()).toEqual([]);
  const failed = await app.database.db.selectFrom('failed_events').selectAll().execute();
  expect(failed).toMatchObject([{ kind: 'like.added', data: event('one'), error: 'It never works' }]);
  const ready = (await (await fetch(`${app.url}/readyz`)).json()) as { events: object };
  expect(ready.events).toEqual({ waiting: 0, failed: 1 });
});
