import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ChatUser, Message } from '@upaj/contract/chat/messages';
import type { DealLine } from '@upaj/contract/deals/deals';
import { api, startResponse } from '#lib/api.ts';
import { cursorPaging, toFirstPage } from '#lib/paging.ts';
import { blockChanged } from '#people/users/events.ts';
import { readChat } from './chat-storage.ts';
import type { ChatList } from './list-cache.ts';
import {
  addOlder,
  mergeLines,
  mergeMessages,
  missedSince,
  roomToStore,
  startRoom,
  type Room,
} from './room-cache.ts';

export const chatKeys = {
  all: ['chat'] as const,
  rooms: ['chat', 'room'] as const,
  room: (username: string) => ['chat', 'room', username.toLowerCase()] as const,
  lists: ['chat', 'users'] as const,
};

blockChanged.subscribe((client) => void client.invalidateQueries({ queryKey: chatKeys.all }));

export function chatUsersQuery(q: string, ownerId: string) {
  return infiniteQueryOptions({
    queryKey: [...chatKeys.lists, q],
    meta: { stored: { kind: 'chats', most: 1, days: 365 } },
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/messages/users', { query: { q, cursor: pageParam }, signal }),
    initialData: () => toFirstPage(startResponse('GET /api/v1/messages/users', { query: { q } })),
    placeholderData: (): ChatList | undefined => {
      const users = q === '' ? readChat<ChatUser[]>('chat_users', ownerId) : undefined;
      return users && { pages: [{ users, page: { nextCursor: null } }], pageParams: [undefined] };
    },
    ...cursorPaging,
  });
}

/** When more pages than this were missed, loading the latest page again is faster. */
const mostMissedPages = 10;

/** Loads the latest page of messages first, and afterwards only newer messages and changed read marks. */
export function roomQuery(client: QueryClient, username: string) {
  const queryKey = chatKeys.room(username);
  return queryOptions<Room>({
    queryKey,
    meta: { stored: { kind: 'rooms', most: 50, days: 365, pick: roomToStore, isAwaited: true } },
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<Room>(queryKey);
      const caughtUp = known && (await catchUp(username, known, signal));
      if (!caughtUp) return fetchLatest(username, signal);
      // Messages may have arrived by socket meanwhile.
      const latest = client.getQueryData<Room>(queryKey) ?? known;
      const { user, openOffers, missed } = caughtUp;
      const dealLines = mergeLines(latest.dealLines, caughtUp.dealLines);
      return { ...mergeMessages({ ...latest, openOffers, dealLines }, missed), user, userAt: Date.now() };
    },
    initialData: () => {
      const latest = startResponse('GET /api/v1/messages/:userId', latestOf(username));
      return latest && roomOf(latest);
    },
    staleTime: 0,
  });
}

/** With `markSeen: false`, the call marks no messages as read: `useReadMarks` marks those that were in view. */
const latestOf = (username: string) => ({
  params: { userId: username },
  query: { limit: 40, markSeen: 'false' as const },
});

async function fetchLatest(username: string, signal: AbortSignal): Promise<Room> {
  const call = { ...latestOf(username), signal };
  return roomOf(await api('GET /api/v1/messages/:userId', call));
}

type RoomPage = Awaited<ReturnType<typeof api<'GET /api/v1/messages/:userId'>>>;

function roomOf({ user, messages, openOffers, dealLines, page }: RoomPage): Room {
  return startRoom(user, messages, page.nextCursor, openOffers, dealLines);
}

async function catchUp(
  username: string,
  room: Room,
  signal: AbortSignal,
): Promise<(Pick<Room, 'user' | 'openOffers' | 'dealLines'> & { missed: Message[] }) | undefined> {
  const missed: Message[] = [];
  const lines: DealLine[] = [];
  let after = missedSince(room);
  for (let count = 0; count < mostMissedPages; count += 1) {
    const { user, messages, openOffers, dealLines, page } = await api('GET /api/v1/messages/:userId', {
      params: { userId: username },
      query: { after, limit: 50 },
      signal,
    });
    missed.push(...messages);
    lines.push(...dealLines);
    if (page.nextCursor === null) return { user, openOffers, dealLines: lines, missed };
    after = Number(page.nextCursor);
  }
  return undefined;
}

export async function loadOlder(client: QueryClient, username: string): Promise<void> {
  const queryKey = chatKeys.room(username);
  const cursor = client.getQueryData<Room>(queryKey)?.olderCursor;
  if (!cursor) return;
  const { messages, dealLines, page } = await api('GET /api/v1/messages/:userId', {
    params: { userId: username },
    query: { cursor, limit: 50 },
  });
  client.setQueryData<Room>(queryKey, (room) =>
    // Another load of the same page may have finished first.
    room?.olderCursor === cursor ? addOlder(room, messages, dealLines, page.nextCursor) : room,
  );
}
