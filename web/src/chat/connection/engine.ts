import { onlineManager, type QueryClient } from '@tanstack/react-query';
import type { Message } from '@upaj/contract/chat/messages';
import { getT } from '#i18n/locale.ts';
import { noteConnection, recoveries } from '#lib/connection.ts';
import { noticeNews } from '#notify/notifications/api.ts';
import { currentUserQuery } from '#people/users/session.ts';
import { chatKeys } from '#chat/messages/api.ts';
import { closeOutbox, findName, openOutbox, takeMessage, takeReading } from '#chat/messages/conversations.ts';
import { changeUnseen, refreshUnseen } from './count-unseen.ts';
import { announce, setLine, setOnline, setTyping } from './presence.ts';
import { openLine } from './realtime.ts';

/** A tab that is looked at again asks for what it missed, but not at every glance. */
const wakeAtMostEvery = 5_000;
const remembered = 500;

/** Everything of the chat that goes on behind the screens, from log-in to log-out. @returns how to end it. */
export function startEngine(client: QueryClient, userId: string): () => void {
  const outbox = openOutbox(client, userId);
  const seenIds = new Set<string>();
  let wokenAt = 0;

  /** The database has the truth: what was told while this tab did not listen is asked for. */
  function catchUp(): void {
    wokenAt = Date.now();
    void client.invalidateQueries({ queryKey: chatKeys.rooms });
    void client.invalidateQueries({ queryKey: chatKeys.lists });
    recount();
    noticeNews.set({ kind: 'missed' });
    void outbox.wake();
  }

  // Without an answer the counts stay as they are until the next time.
  const recount = () => void refreshUnseen(userId).catch(() => undefined);

  function onMessage(message: Message): void {
    if (seenIds.has(message._id)) return;
    seenIds.add(message._id);
    if (seenIds.size > remembered) seenIds.delete(seenIds.values().next().value ?? '');
    takeMessage(client, userId, message);
    setTyping(message.senderId, false);
    changeUnseen(userId, message.senderId, (count) => count + 1);

    const t = getT('shell');
    const name = findName(client, message.senderId);
    const text = message.text || t('photo');
    announce(name ? t('newMessage', { name, text }) : t('newUnnamedMessage', { text }));
  }

  const line = openLine(userId, {
    onMessage,
    onOwnMessage: (message) => takeMessage(client, userId, message),
    onRead(read) {
      takeReading(client, userId, read);
      // How many are left, of those that came after, only the server knows.
      if (read.readerId === userId) recount();
    },
    onOnlineUsers: setOnline,
    onTyping: ({ userId: otherId, isTyping }) => setTyping(otherId, isTyping),
    onNotification: (notice) => noticeNews.set({ kind: 'arrived', notice }),
    onNotificationsRead: ({ count }) => noticeNews.set({ kind: 'read', count }),
    onUp() {
      noteConnection(true);
      catchUp();
    },
    onDown: () => noteConnection(false),
    async askSession() {
      const user = await client.fetchQuery({ ...currentUserQuery, staleTime: 0 });
      return user?._id === userId;
    },
  });
  setLine(line);

  const wake = () => {
    if (document.visibilityState === 'visible' && Date.now() - wokenAt > wakeAtMostEvery) catchUp();
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
    setLine(undefined);
    line.close();
    closeOutbox();
    noteConnection(true);
  };
}
