// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ChatUser, Message } from '@upaj/contract/chat/messages';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isConnectionLost } from '#lib/connection.ts';
import { onLive } from '#lib/live/events.ts';
import { announcement } from '#chat/presence.ts';
import { chatKeys } from '#chat/messages/api.ts';
import { dealKeys } from '#deals/live.ts';
import { alertsKey } from '#mandi/live.ts';
import { caseKeys } from '#moderation/live.ts';
import { LiveHost } from './live-host.tsx';
import type { ChatList } from '#chat/messages/list-cache.ts';
import { startRoom, type Room } from '#chat/messages/room-cache.ts';
import { totalOf, unseenCounts, useUnseen } from '#chat/unseen.ts';

const { sockets } = vi.hoisted(() => ({
  sockets: [] as { receive: (event: string, value?: unknown) => void; isClosed: boolean }[],
}));
vi.mock('socket.io-client', () => ({
  io: () => {
    const own = new Map<string, (value?: unknown) => void>();
    let any = (_event: string, _value: unknown) => {};
    const socket = {
      isClosed: false,
      receive: (event: string, value?: unknown) => (own.get(event) ?? any.bind(null, event))(value),
    };
    sockets.push(socket);
    return {
      io: { on: () => {} },
      on: (event: string, listener: (value?: unknown) => void) => void own.set(event, listener),
      onAny: (listener: typeof any) => void (any = listener),
      disconnect: () => void (socket.isClosed = true),
    };
  },
}));
let unseenMessages: Record<string, number>;
const requested: string[] = [];
const ravi = { _id: 'ravi', username: 'ravi', fullName: 'Ravi Kumar' } as ChatUser;
const meena = { _id: 'meena', username: 'meena', fullName: 'Meena' } as ChatUser;

function message(number: number, changes: Partial<Message> = {}): Message {
  return {
    _id: `m${number}`,
    clientId: `c${number}`,
    senderId: 'ravi',
    receiverId: 'asha',
    number,
    text: `text ${number}`,
    images: [],
    imageInfo: [],
    post: null,
    wanted: null,
    offer: null,
    offerVersion: null,
    createdAt: new Date(Date.UTC(2026, 10, 21, 10, number)).toISOString(),
    isRead: false,
    ...changes,
  };
}

function Badge() {
  return <output>{totalOf(useUnseen())}</output>;
}

let client: QueryClient;
beforeEach(() => {
  sockets.length = 0;
  requested.length = 0;
  unseenMessages = {};
  localStorage.clear();
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url);
    return new Response(JSON.stringify({ success: true, unseenMessages }));
  });
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(() => cleanup());

type Receive = (typeof sockets)[number]['receive'];
async function open(): Promise<Receive> {
  render(
    <QueryClientProvider client={client}>
      <LiveHost userId="asha" />
      <Badge />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(sockets).toHaveLength(1));
  return sockets[0]!.receive;
}
const badge = () => document.querySelector('output')?.textContent;
const room = () => client.getQueryData<Room>(chatKeys.room('ravi'));
const list = () => client.getQueryData<ChatList>([...chatKeys.lists, '']);

it('counts and announces a new message once, and shows the count in the title', async () => {
  const receive = await open();
  client.setQueryData<Room>(chatKeys.room('ravi'), startRoom(ravi, [], null));
  for (const repeated of [message(1), message(1), message(2)]) act(() => receive('newMessage', repeated));
  expect(badge()).toBe('2');
  expect(document.title).toMatch(/^\(2\) /);
  screen.getByText('New message from Ravi Kumar: text 2');
  expect(room()?.messages.map(({ number }) => number)).toEqual([1, 2]);
  expect(JSON.parse(localStorage.getItem('chat_unseen') ?? '')).toMatchObject({ value: { ravi: 2 } });
});

it('publishes notifications of the connection', async () => {
  const receive = await open();
  const published: unknown[] = [];
  const stop = onLive({
    notification: ({ _id }) => published.push(_id),
    notificationsRead: ({ count }) => published.push(count),
    missed: () => published.push('missed'),
  });
  act(() => receive('notification', { _id: 'n1' }));
  act(() => receive('notificationsRead', { count: 3 }));
  act(() => receive('connect'));
  expect(published).toEqual(['n1', 3, 'missed']);
  stop();
});

it('shows an own message from another device without counting it', async () => {
  const receive = await open();
  client.setQueryData<Room>(chatKeys.room('ravi'), startRoom(ravi, [], null));
  act(() => receive('ownMessage', message(1, { senderId: 'asha', receiverId: 'ravi' })));
  expect([badge(), room()?.messages.length]).toEqual(['0', 1]);
});

it('updates the ticks, in the room and in the list', async () => {
  const receive = await open();
  const own = message(1, { senderId: 'asha', receiverId: 'ravi' });
  client.setQueryData<Room>(chatKeys.room('ravi'), startRoom(ravi, [own], null));
  const lastMessage = {
    text: '',
    hasImages: false,
    hasOffer: false,
    isOwn: true,
    isRead: false,
    createdAt: own.createdAt,
  };
  client.setQueryData<ChatList>([...chatKeys.lists, ''], {
    pages: [{ users: [{ ...ravi, lastMessage }], page: { nextCursor: null } }],
    pageParams: [undefined],
  });
  act(() => receive('messageRead', { readerId: 'ravi', senderId: 'asha', upTo: 1 }));
  expect(room()?.messages[0]?.isRead).toBe(true);
  expect(list()?.pages[0]?.users[0]?.lastMessage?.isRead).toBe(true);
});

it('moves the conversation up and shows the new message', async () => {
  const receive = await open();
  client.setQueryData<ChatList>([...chatKeys.lists, ''], {
    pages: [
      { users: [meena], page: { nextCursor: 'x' } },
      { users: [ravi], page: { nextCursor: null } },
    ],
    pageParams: [undefined, 'x'],
  });
  act(() => receive('newMessage', message(1)));
  expect(list()?.pages.map(({ users }) => users.map(({ _id }) => _id))).toEqual([['ravi', 'meena'], []]);
  expect(list()?.pages[0]?.users[0]?.lastMessage).toMatchObject({ text: 'text 1', isOwn: false });
});

it('fetches the counts after each connection, and when another device has read', async () => {
  const receive = await open();
  unseenMessages = { ravi: 3, meena: 1 };
  act(() => receive('connect'));
  await waitFor(() => expect(badge()).toBe('4'));
  unseenMessages = { meena: 1 };
  act(() => receive('messageRead', { readerId: 'asha', senderId: 'ravi', upTo: 9 }));
  await waitFor(() => expect(badge()).toBe('1'));
});

it('ignores a response that is older than an event', async () => {
  const receive = await open();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  vi.stubGlobal('fetch', async () => {
    const counts = { ...unseenMessages };
    await held;
    return new Response(JSON.stringify({ success: true, unseenMessages: counts }));
  });
  act(() => receive('connect'));
  unseenMessages = { ravi: 1 };
  act(() => receive('newMessage', message(1)));
  answer();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(badge()).toBe('1');
});

it('fetches missing messages when a number was skipped', async () => {
  const receive = await open();
  client.setQueryData<Room>(chatKeys.room('ravi'), startRoom(ravi, [message(1)], null));
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  act(() => receive('newMessage', message(2)));
  expect(invalidate).not.toHaveBeenCalled();
  act(() => receive('newMessage', message(4)));
  expect(invalidate).toHaveBeenCalledWith({ queryKey: chatKeys.room('ravi') });
});

it('refetches deals only while the tab is visible, which marks their notifications as read', async () => {
  const receive = await open();
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const setVisible = (isVisible: boolean) => {
    visibility.mockReturnValue(isVisible ? 'visible' : 'hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  const read = vi.fn(async () => null);
  const watcher = new QueryObserver(client, {
    queryKey: dealKeys.one('d1'),
    queryFn: read,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const stop = watcher.subscribe(() => {});
  const reads = async (count: number) => {
    await waitFor(() => expect(watcher.getCurrentResult().isFetching).toBe(false));
    expect(read).toHaveBeenCalledTimes(count);
  };
  await reads(1);
  setVisible(true);
  await reads(2);
  act(() => receive('dealChanged', { dealId: 'd1' }));
  await reads(3);
  setVisible(false);
  act(() => receive('dealChanged', { dealId: 'd1' }));
  act(() => receive('connect'));
  await reads(3);
  setVisible(true);
  await reads(4);
  setVisible(true);
  await reads(4);
  stop();
  visibility.mockRestore();
});

it('reads the conversations and the offers again when a deal changed', async () => {
  const receive = await open();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  act(() => receive('dealChanged', { dealId: 'd1' }));
  for (const queryKey of [chatKeys.rooms, dealKeys.offers])
    expect(invalidate).toHaveBeenCalledWith({ queryKey });
});

it('catches up when a deleted account leaves its offers and deals', async () => {
  const receive = await open();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  act(() => receive('dealChanged', { dealId: null }));
  for (const queryKey of [chatKeys.rooms, dealKeys.offers])
    expect(invalidate).toHaveBeenCalledWith({ queryKey });
  expect(invalidate).toHaveBeenCalledWith(expect.objectContaining({ queryKey: dealKeys.all }));
});

it('makes a case stale that another moderator changed, and the queue, but no other case', async () => {
  const receive = await open();
  const cached = [[...caseKeys.lists, 'open'], caseKeys.one('c1'), caseKeys.one('c2')];
  for (const queryKey of cached) client.setQueryData(queryKey, 'known');
  act(() => receive('caseChanged', { caseId: 'c1' }));
  expect(cached.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated)).toEqual([
    true,
    true,
    false,
  ]);
});

it('makes price alerts stale after a reconnect', async () => {
  const receive = await open();
  client.setQueryData(alertsKey, []);
  act(() => receive('connect'));
  expect(client.getQueryState(alertsKey)?.isInvalidated).toBe(true);
});

it('shows a lost connection after a while, once', async () => {
  const receive = await open();
  vi.useFakeTimers();
  receive('disconnect');
  vi.advanceTimersByTime(3_900);
  expect(isConnectionLost.get()).toBe(false);
  receive('disconnect');
  vi.advanceTimersByTime(200);
  expect(isConnectionLost.get()).toBe(true);
  act(() => receive('connect'));
  expect(isConnectionLost.get()).toBe(false);
  vi.useRealTimers();
});

it('closes at the log-out and clears the screen', async () => {
  const receive = await open();
  act(() => receive('newMessage', message(1)));
  cleanup();
  expect(sockets[0]?.isClosed).toBe(true);
  expect([announcement.get(), totalOf(unseenCounts.get())]).toEqual(['', 0]);
  expect(document.title).not.toMatch(/^\(/);
});
