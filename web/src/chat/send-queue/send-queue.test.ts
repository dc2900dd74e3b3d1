import { fakeKeyRange } from '../../../test/idb-keyval.ts';
import { messageOf } from '../../../test/texts.ts';
import type { Message } from '@upaj/contract/chat/messages';
import { errors } from '@upaj/contract/errors';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openQueueStore } from './queue-store.ts';
import { SendQueue } from './send-queue.ts';

const { database, browser } = vi.hoisted(() => ({
  database: new Map<string, unknown>(),
  browser: { work: Promise.resolve(), isPrivate: false },
}));
vi.stubGlobal('IDBKeyRange', fakeKeyRange);
vi.mock('idb-keyval', async () =>
  (await import('../../../test/idb-keyval.ts')).fakeIdbKeyval(database, browser),
);

type Answer = 'lost connection' | keyof typeof errors | undefined;
const answers: Answer[] = [];
const sent: { to: string; text: string; clientId: string }[] = [];
let stored: Message[];
const offered: unknown[] = [];
const hooks = {
  onSent: (message: Message) => void stored.push(message),
  onOfferSent: async (offer: unknown) => void offered.push(offer),
  onRefused: vi.fn<() => void>(),
  onLoggedOut: vi.fn<() => void>(),
};
const open: SendQueue[] = [];

beforeEach(() => {
  database.clear();
  browser.work = Promise.resolve();
  answers.length = 0;
  sent.length = 0;
  offered.length = 0;
  stored = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as { text: string; clientId: string };
    sent.push({ to: url.split('/').at(-1) ?? '', ...body });
    const answer = answers.shift();
    if (answer === 'lost connection') throw new TypeError('Failed to fetch');
    if (answer) {
      const failure = {
        success: false,
        code: answer,
        message: messageOf(answer),
        errors: [],
        offer: { version: 3 },
      };
      return new Response(JSON.stringify(failure), {
        status: errors[answer].status,
        headers: answer === 'TOO_MANY_REQUESTS' ? { 'retry-after': '7' } : {},
      });
    }
    const newMessage = { _id: `m-${body.clientId}`, ...body };
    return new Response(JSON.stringify({ success: true, newMessage }));
  });
});
afterEach(() => {
  for (const queue of open.splice(0)) queue.close();
  vi.useRealTimers();
});

function openSendQueue(userId = 'asha'): SendQueue {
  const queue = new SendQueue(userId, hooks);
  open.push(queue);
  return queue;
}

const write = (queue: SendQueue, text: string, receiverId = 'ravi') =>
  queue.add({ clientId: `c-${text}`, receiverId, text, photos: [], post: null });
const shown = (queue: SendQueue) => queue.state.get().items.map(({ text, failure }) => [text, failure?.code]);
const texts = () => sent.map(({ text }) => text);
const settle = () => vi.advanceTimersByTimeAsync(1);

it('shows a message at once and removes it when the server has it', async () => {
  const queue = openSendQueue();
  const writing = write(queue, 'one');
  expect(shown(queue)).toEqual([['one', undefined]]);
  await writing;
  await settle();
  expect(shown(queue)).toEqual([]);
  expect([database.size, stored.map(({ clientId }) => clientId)]).toEqual([0, ['c-one']]);
});

it('sends in the order of writing, one after the other', async () => {
  const queue = openSendQueue();
  await Promise.all(['one', 'two', 'three'].map((text) => write(queue, text)));
  await settle();
  expect(texts()).toEqual(['one', 'two', 'three']);
});

it('waits for the connection, with the same id, and sends in order', async () => {
  const queue = openSendQueue();
  answers.push('lost connection', 'UNAVAILABLE');
  await Promise.all([write(queue, 'one'), write(queue, 'two')]);
  await settle();
  expect([texts(), shown(queue).length]).toEqual([['one'], 2]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(texts()).toEqual(['one', 'one']);
  await queue.wake();
  await settle();
  expect(texts()).toEqual(['one', 'one', 'one', 'two']);
  expect(new Set(sent.slice(0, 3).map(({ clientId }) => clientId)).size).toBe(1);
  expect(shown(queue)).toEqual([]);
});

it('does not let one conversation delay another', async () => {
  const queue = openSendQueue();
  answers.push('lost connection');
  await write(queue, 'one', 'ravi');
  await settle();
  await write(queue, 'two', 'meena');
  await settle();
  expect(shown(queue)).toEqual([['one', undefined]]);
});

it('stores a refused message with the reason, and continues with the next', async () => {
  const queue = openSendQueue();
  answers.push('BLOCKED');
  await write(queue, 'one');
  await write(queue, 'two');
  await settle();
  expect(shown(queue)).toEqual([['one', 'BLOCKED']]);
  expect(hooks.onRefused).toHaveBeenCalledOnce();
  await queue.wake();
  await settle();
  expect(texts()).toEqual(['one', 'two']);
  await queue.retry('c-one');
  await settle();
  expect([texts(), shown(queue)]).toEqual([['one', 'two', 'one'], []]);
});

it('sends the text again without a post that no longer exists', async () => {
  const queue = openSendQueue();
  answers.push('POST_NOT_FOUND');
  const post = { _id: 'post-1' } as NonNullable<Message['post']>;
  await queue.add({ clientId: 'c-one', receiverId: 'ravi', text: 'one', photos: [], post });
  await settle();
  await queue.retry('c-one');
  await settle();
  expect(sent.map((body) => (body as { postId?: string }).postId)).toEqual(['post-1', undefined]);
});

it('sends offers and responses in the order of the messages', async () => {
  const queue = openSendQueue();
  answers.push('lost connection');
  const rest = { receiverId: 'ravi', text: '', photos: [], post: null };
  await write(queue, 'one');
  await queue.add({ ...rest, clientId: 'c-2', offer: { action: 'withdraw', offerId: 'o1', version: 2 } });
  await write(queue, 'three');
  await settle();
  await queue.wake();
  await settle();
  expect(sent.map(({ to }) => to)).toEqual(['ravi', 'ravi', 'withdraw', 'ravi']);
  expect(sent[2]).toEqual({ to: 'withdraw', version: 2 });
  expect([offered.length, shown(queue)]).toEqual([1, []]);
});

it('stores a refused offer with what it is now', async () => {
  const queue = openSendQueue();
  answers.push('OFFER_CHANGED');
  const offer = { action: 'accept', offerId: 'o1', version: 2 } as const;
  await queue.add({ clientId: 'c-1', receiverId: 'ravi', text: '', photos: [], post: null, offer });
  await settle();
  const [item] = queue.state.get().items;
  expect(item?.failure).toMatchObject({ code: 'OFFER_CHANGED', offer: { version: 3 } });
});

it('does not let an offer that was sent too early delay the messages after it', async () => {
  const queue = openSendQueue();
  answers.push('TOO_MANY_REQUESTS');
  const offer = { action: 'withdraw', offerId: 'o1', version: 2 } as const;
  await queue.add({ clientId: 'c-1', receiverId: 'ravi', text: '', photos: [], post: null, offer });
  await write(queue, 'two');
  await settle();
  expect(sent.map(({ to }) => to)).toEqual(['withdraw', 'ravi']);
  expect(shown(queue)).toEqual([['', 'TOO_MANY_REQUESTS']]);
  await queue.retry('c-1');
  await settle();
  expect([offered.length, shown(queue)]).toEqual([1, []]);
});

it('discards a deleted message', async () => {
  const queue = openSendQueue();
  answers.push('BLOCKED');
  await write(queue, 'one');
  await settle();
  await queue.remove('c-one');
  expect([shown(queue), database.size]).toEqual([[], 0]);
});

it('does not restore a message that was discarded while it was sent', async () => {
  const queue = openSendQueue();
  answers.push('BLOCKED');
  await write(queue, 'one');
  database.clear();
  await settle();
  expect([texts(), database.size]).toEqual([['one'], 0]);
});

it('waits as long as the server’s rate limit says', async () => {
  const queue = openSendQueue();
  answers.push('TOO_MANY_REQUESTS');
  await write(queue, 'one');
  await settle();
  expect(queue.state.get().heldFor.has('ravi')).toBe(true);
  await queue.wake();
  await vi.advanceTimersByTimeAsync(6_900);
  expect(texts()).toEqual(['one']);
  await vi.advanceTimersByTimeAsync(200);
  expect(texts()).toEqual(['one', 'one']);
  expect([shown(queue), queue.state.get().heldFor.size]).toEqual([[], 0]);
});

it('preserves the message and checks the session when it is over', async () => {
  const queue = openSendQueue();
  answers.push('NOT_LOGGED_IN');
  await write(queue, 'one');
  await settle();
  expect(hooks.onLoggedOut).toHaveBeenCalledOnce();
  expect(shown(queue)).toEqual([['one', undefined]]);
});

it('restores this user’s messages after a restart', async () => {
  answers.push('lost connection', 'lost connection');
  const before = openSendQueue();
  await write(before, 'one');
  await write(openSendQueue('meena'), 'hers');
  await settle();
  for (const queue of open.splice(0)) queue.close();
  const after = openSendQueue();
  await after.wake();
  expect(after.state.get().items.every(({ text }) => text === 'one')).toBe(true);
  await settle();
  expect(texts().filter((text) => text === 'one')).toHaveLength(2);
  expect([...database.keys()]).toEqual(['meena/c-hers']);
});

it('stores photos as bytes in a private window of Safari, which does not respond to a Blob', async () => {
  browser.isPrivate = true;
  answers.push('lost connection');
  const photos = [new Blob(['abc'], { type: 'image/webp' })];
  const adding = openSendQueue().add({ clientId: 'c-1', receiverId: 'ravi', text: '', photos, post: null });
  await vi.advanceTimersByTimeAsync(1_500);
  await adding;
  const bytes = new TextEncoder().encode('abc').buffer;
  expect(database.get('asha/c-1')).toMatchObject({ photos: [{ bytes, type: 'image/webp' }] });
  const { photos: restored } = (await openQueueStore('asha').read('c-1'))!;
  expect([await restored[0]?.text(), restored[0]?.type]).toEqual(['abc', 'image/webp']);
});

// Its table stays without storage, so it is the last one.
it('sends although the browser’s storage never responds, and shows the message meanwhile', async () => {
  browser.work = new Promise(() => undefined);
  const queue = openSendQueue();
  answers.push('lost connection');
  void write(queue, 'one');
  await vi.advanceTimersByTimeAsync(4_500);
  expect([texts(), shown(queue)]).toEqual([['one'], [['one', undefined]]]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([texts(), shown(queue)]).toEqual([['one', 'one'], []]);
  void write(queue, 'two');
  await settle();
  expect(texts()).toEqual(['one', 'one', 'two']);
});
