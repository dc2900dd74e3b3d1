import { onlineManager, type QueryClient } from '@tanstack/react-query';
import type { Message } from '@upaj/contract/chat/messages';
import { getT } from '#i18n/locale.ts';
import { noteConnection, recoveries } from '#lib/connection.ts';
import { notificationEvents } from '#notify/notifications/api.ts';
import { currentUserQuery } from '#people/users/session.ts';
import { chatKeys } from '#chat/messages/api.ts';
import {
  closeSendQueue,
  findName,
  openSendQueue,
  takeMessage,
  takeReading,
} from '#chat/messages/conversations.ts';
import { changeUnseen, refreshUnseen } from './count-unseen.ts';
import { announce, setConnection, setOnline, setTyping } from './presence.ts';
import { openConnection } from './realtime.ts';

/** At most this often, a tab that becomes visible refetches. */
const wakeAtMostEvery = 5_000;
const remembered = 500;

/** From log-in to log-out. @returns the function that stops it */
export function startEngine(client: QueryClient, userId: string): () => void {
  const queue = openSendQueue(client, userId);
  const seenIds = new Set<string>();
  let wokenAt = 0;

  /** What may have been missed while this tab was not connected. */
  function catchUp(): void {
    wokenAt = Date.now();
    void client.invalidateQueries({ queryKey: chatKeys.rooms });
    void client.invalidateQueries({ queryKey: chatKeys.lists });
    void client.invalidateQueries({ queryKey: chatKeys.offers });
    refetchDeals();
    recount();
    notificationEvents.set({ kind: 'missed' });
    void queue.wake();
  }

  // Reading a deal marks its notifications as read.
  const refetchDeals = () => {
    const refetchType = document.visibilityState === 'visible' ? 'active' : 'none';
    void client.invalidateQueries({ queryKey: ['deals'], refetchType });
  };
  /** Its line is read with the conversation. */
  function onDealChanged(): void {
    refetchDeals();
    recount();
    void client.invalidateQueries({ queryKey: chatKeys.rooms });
    void client.invalidateQueries({ queryKey: chatKeys.offers });
  }
  const recount = () => void refreshUnseen(userId).catch(() => undefined);

  function onMessage(message: Message): void {
    if (seenIds.has(message._id)) return;
    seenIds.add(message._id);
    if (seenIds.size > remembered) seenIds.delete(seenIds.values().next().value ?? '');
    takeMessage(client, userId, message);
    setTyping(message.senderId, false);
    changeUnseen(userId, message.senderId, (count) => count + 1);
    if (message.offer) recount();

    const t = getT('shell');
    const name = findName(client, message.senderId);
    const text = message.text || (message.offer ? t('offer') : t('photo'));
    announce(name ? t('newMessage', { name, text }) : t('newUnnamedMessage', { text }));
  }

  const connection = openConnection(userId, {
    onMessage,
    onOwnMessage(message) {
      takeMessage(client, userId, message);
      if (message.offer) recount();
    },
    onRead(read) {
      takeReading(client, userId, read);
      // Only the server knows how many later messages are unread.
      if (read.readerId === userId) recount();
    },
    onOnlineUsers: setOnline,
    onTyping: ({ userId: otherId, isTyping }) => setTyping(otherId, isTyping),
    onDealChanged: ({ dealId }) => (dealId === null ? catchUp() : onDealChanged()),
    onCaseChanged({ caseId }) {
      void client.invalidateQueries({ queryKey: ['cases', 'list'] });
      void client.invalidateQueries({ queryKey: ['cases', 'one', caseId] });
    },
    onNotification: (notification) => notificationEvents.set({ kind: 'arrived', notification }),
    onNotificationsRead: ({ count }) => notificationEvents.set({ kind: 'read', count }),
    onUp() {
      noteConnection(true);
      catchUp();
    },
    onDown: () => noteConnection(false),
    async checkSession() {
      const user = await client.fetchQuery({ ...currentUserQuery, staleTime: 0 });
      return user?._id === userId;
    },
  });
  setConnection(connection);

  const wake = () => {
    if (document.visibilityState !== 'visible') return;
    if (Date.now() - wokenAt > wakeAtMostEvery) catchUp();
    else void client.refetchQueries({ queryKey: ['deals'], type: 'active', stale: true });
  };
  document.addEventListener('visibilitychange', wake);
  const unsubscribe = onlineManager.subscribe((isOnline) => {
    if (isOnline) catchUp();
  });

  const unfollow = recoveries.subscribe(catchUp);

  return () => {
    document.removeEventListener('visibilitychange', wake);
    unsubscribe();
    unfollow();
    setConnection(undefined);
    connection.close();
    closeSendQueue();
    noteConnection(true);
  };
}
