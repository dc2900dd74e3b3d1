import type { QueryClient } from '@tanstack/react-query';
import type { Message } from '@upaj/contract/chat/messages';
import type { Offer } from '@upaj/contract/deals/offers';
import { loadTexts } from '#i18n/locale.ts';
import { currentUserQuery } from '#people/users/session.ts';
import { confirm } from '#ui/confirm.tsx';
import { offerChanged } from '#chat/events.ts';
import { chatKeys } from './api.ts';
import { markRowRead, moveUp, type ChatList } from './list-cache.ts';
import { SendQueue } from '#chat/send-queue/send-queue.ts';
import { hasHole, markRead, mergeMessages, takeOffer, type Room } from './room-cache.ts';

// These functions update the cached rooms and lists after a message or read mark from the socket, a response or another
// tab.

export function takeMessage(client: QueryClient, viewerId: string, message: Message): void {
  const partnerId = message.senderId === viewerId ? message.receiverId : message.senderId;
  for (const [queryKey, room] of client.getQueriesData<Room>({ queryKey: chatKeys.rooms })) {
    if (room?.user._id !== partnerId) continue;
    const next = mergeMessages(room, [message]);
    client.setQueryData<Room>(queryKey, next);
    if (hasHole(next)) void client.invalidateQueries({ queryKey });
  }
  if (message.offer) offerChanged.publish(client, message.offer);
  for (const [queryKey, list] of client.getQueriesData<ChatList>({ queryKey: chatKeys.lists })) {
    if (!list) continue;
    const next = moveUp(list, partnerId, message);
    if (next) client.setQueryData<ChatList>(queryKey, next);
    // A response that is under way is older than this message.
    if (!next || client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
  }
}

export function takeReading(
  client: QueryClient,
  viewerId: string,
  { readerId, senderId, upTo }: { readerId: string; senderId: string; upTo: number },
): void {
  const partnerId = senderId === viewerId ? readerId : senderId;
  for (const [queryKey, room] of client.getQueriesData<Room>({ queryKey: chatKeys.rooms })) {
    if (room?.user._id === partnerId) client.setQueryData<Room>(queryKey, markRead(room, senderId, upTo));
  }
  if (senderId !== viewerId) return;
  client.setQueriesData<ChatList>(
    { queryKey: chatKeys.lists },
    (list) => list && markRowRead(list, partnerId),
  );
}

export function findName(client: QueryClient, userId: string): string | undefined {
  for (const [, room] of client.getQueriesData<Room>({ queryKey: chatKeys.rooms })) {
    if (room?.user._id === userId) return room.user.fullName;
  }
  for (const [, list] of client.getQueriesData<ChatList>({ queryKey: chatKeys.lists })) {
    const user = list?.pages.flatMap(({ users }) => users).find(({ _id }) => _id === userId);
    if (user) return user.fullName;
  }
  return undefined;
}

let open: { userId: string; queue: SendQueue } | undefined;

function updateOffer(client: QueryClient, offer: Offer): void {
  client.setQueriesData<Room>({ queryKey: chatKeys.rooms }, (room) => room && takeOffer(room, offer));
  offerChanged.publish(client, offer);
}

/** The response has the offer without its message, which comes by the socket or is fetched here. */
async function takeSentOffer(client: QueryClient, offer: Offer, partnerId: string): Promise<void> {
  updateOffer(client, offer);
  const rooms = client.getQueriesData<Room>({ queryKey: chatKeys.rooms });
  const isMissing = rooms.some(
    ([, room]) =>
      room?.user._id === partnerId &&
      !room.messages.some(
        (message) => message.offer?._id === offer._id && message.offerVersion === offer.version,
      ),
  );
  if (!isMissing) return;
  void client.invalidateQueries({ queryKey: chatKeys.lists });
  await client.refetchQueries({ queryKey: chatKeys.rooms, type: 'active' }).catch(() => undefined);
}

/** Returns the tab's only send queue, which lives until the session ends. */
export function openSendQueue(client: QueryClient, userId: string): SendQueue {
  if (open?.userId === userId) return open.queue;
  closeSendQueue();
  const queue = new SendQueue(userId, {
    onSent: (message) => takeMessage(client, userId, message),
    onOfferSent: (offer, partnerId) => takeSentOffer(client, offer, partnerId),
    // The room may show why the message was refused, for example a block.
    onRefused({ failure }) {
      if (failure?.offer) updateOffer(client, failure.offer);
      void client.invalidateQueries({ queryKey: chatKeys.rooms });
    },
    onLoggedOut: () => void client.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
  });
  open = { userId, queue };
  void queue.wake();
  return queue;
}

export function closeSendQueue(): void {
  open?.queue.close();
  open = undefined;
}

/** Asks before a log-out that would delete unsent messages. */
export async function confirmLeaving(client: QueryClient, userId: string): Promise<boolean> {
  const unsent = await openSendQueue(client, userId).count();
  if (unsent === 0) return true;
  const t = await loadTexts('chat');
  return confirm({
    title: t('unsent', { count: unsent }),
    text: t('unsentText'),
    action: t('leaveAnyway'),
    isDangerous: true,
  });
}
