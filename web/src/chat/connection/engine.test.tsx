// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { ChatUser, Message } from '@upaj/contract/chat/messages';
import type { Notification } from '@upaj/contract/notifications';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isConnectionLost } from '#lib/connection.ts';
import { notificationEvents } from '#notify/notifications/api.ts';
import { announcement } from './presence.ts';
import { chatKeys } from '#chat/messages/api.ts';
import { ChatHost } from './chat-host.tsx';
import type { ChatList } from '#chat/messages/list-cache.ts';
import type { ConnectionEvents } from './realtime.ts';
import { startRoom, type Room } from '#chat/messages/room-cache.ts';
import { totalOf, unseenCounts, useUnseen } from './unseen.ts';

const { connections } = vi.hoisted(() => ({
  connections: [] as { events: ConnectionEvents; isClosed: boolean }[],
}));
vi.mock('./realtime.ts', () => ({
  openConnection: (_userId: string, events: ConnectionEvents) => {
    const connection = { events, isClosed: false };
    connections.push(connection);
    return { sendTyping: () => {}, close: () => void (connection.isClosed = true) };
  },
}));
vi.mock('idb-keyval', () => ({
  createStore: () => 'store',
  entries: async () => [],
  get: async () => undefined,
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
  connections.length = 0;
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

async function open(): Promise<ConnectionEvents> {
  render(
    <QueryClientProvider client={client}>
      <ChatHost userId="asha" />
      <Badge />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(connections).toHaveLength(1));
  return connections[0]!.events;
}
const badge = () => document.querySelector('output')?.textContent;
const room = () => client.getQueryData<Room>(chatKeys.room('ravi'));
const list = () => client.getQueryData<ChatList>([...chatKeys.lists, '']);

it('counts and announces a new message once, and shows the count in the title', async () => {
  const events = await open();
  client.setQueryData<Room>(chatKeys.room('ravi'), startRoom(ravi, [], null));
  for (const repeated of [message(1), message(1), message(2)]) act(() => events.onMessage(repeated));
  expect(badge()).toBe('2');
  expect(document.title).toMatch(/^\(2\) /);
  screen.getByText('New message from Ravi Kumar: text 2');
  expect(room()?.messages.map(({ number }) => number)).toEqual([1, 2]);
  expect(JSON.parse(localStorage.getItem('chat_unseen') ?? '')).toMatchObject({ value: { ravi: 2 } });
});

it('passes on notifications of the connection', async () => {
  const events = await open();
  const notification = { _id: 'n1' } as Notification;
  act(() => events.onNotification(notification));
  expect(notificationEvents.get()).toEqual({ kind: 'arrived', notification });
  act(() => events.onNotificationsRead({ count: 3 }));
  expect(notificationEvents.get()).toEqual({ kind: 'read', count: 3 });
  act(() => events.onUp());
  expect(notificationEvents.get()).toEqual({ kind: 'missed' });
});

it('shows an own message from another device without counting it', async () => {
  const events = await open();
  client.setQueryData<Room>(chatKeys.room('ravi'), startRoom(ravi, [], null));
  act(() => events.onOwnMessage(message(1, { senderId: 'asha', receiverId: 'ravi' })));
  expect([badge(), room()?.messages.length]).toEqual(['0', 1]);
});

it('updates the ticks, in the room and in the list', async () => {
  const events = await open();
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
  act(() => events.onRead({ readerId: 'ravi', senderId: 'asha', upTo: 1 }));
  expect(room()?.messages[0]?.isRead).toBe(true);
  expect(list()?.pages[0]?.users[0]?.lastMessage?.isRead).toBe(true);
});

it('moves the conversation up and shows the new message', async () => {
  const events = await open();
  client.setQueryData<ChatList>([...chatKeys.lists, ''], {
    pages: [
      { users: [meena], page: { nextCursor: 'x' } },
      { users: [ravi], page: { nextCursor: null } },
    ],
    pageParams: [undefined, 'x'],
  });
  act(() => events.onMessage(message(1)));
  expect(list()?.pages.map(({ users }) => users.map(({ _id }) => _id))).toEqual([['ravi', 'meena'], []]);
  expect(list()?.pages[0]?.users[0]?.lastMessage).toMatchObject({ text: 'text 1', isOwn: false });
});

it('fetches the counts after each connection, and when another device has read', async () => {
  const events = await open();
  unseenMessages = { ravi: 3, meena: 1 };
  act(() => events.onUp());
  await waitFor(() => expect(badge()).toBe('4'));
  unseenMessages = { meena: 1 };
  act(() => events.onRead({ readerId: 'asha', senderId: 'ravi', upTo: 9 }));
  await waitFor(() => expect(badge()).toBe('1'));
});

it('ignores a response that is older than an event', async () => {
  const events = await open();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  vi.stubGlobal('fetch', async () => {
    const counts = { ...unseenMessages };
    await held;
    return new Response(JSON.stringify({ success: true, unseenMessages: counts }));
  });
  act(() => events.onUp());
  unseenMessages = { ravi: 1 };
  act(() => events.onMessage(message(1)));
  answer();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(badge()).toBe('1');
});

it('fetches missing messages when a number was skipped', async () => {
  const events = await open();
  client.setQueryData<Room>(chatKeys.room('ravi'), startRoom(ravi, [message(1)], null));
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  act(() => events.onMessage(message(2)));
  expect(invalidate).not.toHaveBeenCalled();
  act(() => events.onMessage(message(4)));
  expect(invalidate).toHaveBeenCalledWith({ queryKey: chatKeys.room('ravi') });
});

it('refetches deals only while the tab is visible, which marks their notifications as read', async () => {
  const events = await open();
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const setVisible = (isVisible: boolean) => {
    visibility.mockReturnValue(isVisible ? 'visible' : 'hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  const read = vi.fn(async () => null);
  const watcher = new QueryObserver(client, {
    queryKey: ['deals', 'one', 'd1'],
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
  act(() => events.onDealChanged({ dealId: 'd1' }));
  await reads(3);
  setVisible(false);
  act(() => events.onDealChanged({ dealId: 'd1' }));
  act(() => events.onUp());
  await reads(3);
  setVisible(true);
  await reads(4);
  setVisible(true);
  await reads(4);
  stop();
  visibility.mockRestore();
});

it('reads the conversations and the offers again when a deal changed', async () => {
  const events = await open();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  act(() => events.onDealChanged({ dealId: 'd1' }));
  for (const queryKey of [chatKeys.rooms, chatKeys.offers])
    expect(invalidate).toHaveBeenCalledWith({ queryKey });
});

it('catches up when a deleted account leaves its offers and deals', async () => {
  const events = await open();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  act(() => events.onDealChanged({ dealId: null }));
  for (const queryKey of [chatKeys.rooms, chatKeys.offers])
    expect(invalidate).toHaveBeenCalledWith({ queryKey });
  expect(invalidate).toHaveBeenCalledWith(expect.objectContaining({ queryKey: ['deals'] }));
});

it('shows a lost connection after a while, once', async () => {
  const events = await open();
  vi.useFakeTimers();
  events.onDown();
  vi.advanceTimersByTime(3_900);
  expect(isConnectionLost.get()).toBe(false);
  events.onDown();
  vi.advanceTimersByTime(200);
  expect(isConnectionLost.get()).toBe(true);
  act(() => events.onUp());
  expect(isConnectionLost.get()).toBe(false);
  vi.useRealTimers();
});

it('closes at the log-out and clears the screen', async () => {
  const events = await open();
  act(() => events.onMessage(message(1)));
  cleanup();
  expect(connections[0]?.isClosed).toBe(true);
  expect([announcement.get(), totalOf(unseenCounts.get())]).toEqual(['', 0]);
  expect(document.title).not.toMatch(/^\(/);
});
