import { QueryClient } from '@tanstack/react-query';
import type { Message } from '@upaj/contract/chat/messages';
import { beforeEach, expect, it, vi } from 'vitest';
import { chatKeys, loadOlder, roomQuery } from './api.ts';
import { mergeMessages, type Room } from './room-cache.ts';

let stored: number;
let readTo: number;
const requested: string[] = [];
let onCall = () => {};
const key = chatKeys.room('ravi');

function message(number: number): Message {
  const senderId = number % 2 ? 'asha' : 'ravi';
  return { _id: `m${number}`, clientId: `c${number}`, senderId, number, isRead: number <= readTo } as Message;
}

beforeEach(() => {
  requested.length = 0;
  stored = 120;
  readTo = 120;
  onCall = () => {};
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'http://upaj.example').searchParams;
    requested.push(query.toString());
    const limit = Number(query.get('limit'));
    const after = query.get('after');
    const all = Array.from({ length: stored }, (_, index) => index + 1);
    const later = all.filter((number) => number > Number(after)).slice(0, limit);
    const earlier = all.filter((number) => number < Number(query.get('cursor') ?? Infinity)).slice(-limit);
    const numbers = after === null ? earlier : later;
    const next =
      after === null
        ? (numbers[0] ?? 1) > 1
          ? numbers[0]
          : null
        : numbers.at(-1) === stored
          ? null
          : numbers.at(-1);
    const nextCursor = next == null ? null : String(next);
    const body = {
      success: true,
      user: { _id: 'ravi' },
      messages: numbers.map(message),
      openOffers: [],
      dealLines: [],
      page: { nextCursor },
    };
    onCall();
    return new Response(JSON.stringify(body));
  });
});

const fetchRoom = (client: QueryClient) => client.fetchQuery(roomQuery(client, 'ravi'));
const numbers = (room: Room | undefined) => room?.messages.map(({ number }) => number) ?? [];
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

it('opens with the latest page, however long the conversation is', async () => {
  stored = 10_000;
  readTo = 10_000;
  expect(numbers(await fetchRoom(new QueryClient()))).toEqual(range(9_961, 10_000));
  expect(requested).toEqual(['limit=40&markSeen=false']);
});

it('fetches missed messages page by page', async () => {
  const client = new QueryClient();
  await fetchRoom(client);
  stored = 245;
  readTo = 245;
  expect(numbers(await fetchRoom(client))).toEqual(range(81, 245));
  expect(requested.slice(1)).toEqual(['after=120&limit=50', 'after=170&limit=50', 'after=220&limit=50']);
});

it('reloads the latest page when too much was missed', async () => {
  const client = new QueryClient();
  await fetchRoom(client);
  stored = 5_000;
  readTo = 5_000;
  expect(numbers(await fetchRoom(client))).toEqual(range(4_961, 5_000));
});

it('receives read marks', async () => {
  readTo = 110;
  const client = new QueryClient();
  await fetchRoom(client);
  readTo = 119;
  const room = await fetchRoom(client);
  expect(requested[1]).toBe('after=110&limit=50');
  expect(room.messages.filter(({ senderId, isRead }) => senderId === 'asha' && !isRead)).toEqual([]);
});

it('preserves events that arrive during the call', async () => {
  const client = new QueryClient();
  await fetchRoom(client);
  onCall = () => {
    client.setQueryData<Room>(key, (room) => room && mergeMessages(room, [message(121)]));
  };
  expect(numbers(await fetchRoom(client))).toEqual(range(81, 121));
});

it('loads older pages, each once', async () => {
  const client = new QueryClient();
  await fetchRoom(client);
  await Promise.all([loadOlder(client, 'ravi'), loadOlder(client, 'ravi')]);
  expect(numbers(client.getQueryData<Room>(key))).toEqual(range(31, 120));
  await loadOlder(client, 'ravi');
  await loadOlder(client, 'ravi');
  expect(numbers(client.getQueryData<Room>(key))).toEqual(range(1, 120));
});
