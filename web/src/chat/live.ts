import type { QueryClient } from '@tanstack/react-query';
import type { Message } from '@upaj/contract/chat/messages';
import { getT } from '#i18n/locale.ts';
import type { Connection } from '#lib/live/connection.ts';
import { onLive } from '#lib/live/events.ts';
import { changeUnseen, refreshUnseen } from './count-unseen.ts';
import { announce, setConnection, setOnline, setTyping } from './presence.ts';
import { chatKeys } from './messages/api.ts';
import {
  closeSendQueue,
  findName,
  openSendQueue,
  takeMessage,
  takeReading,
} from './messages/conversations.ts';

/** The ids of this many messages are remembered, to recognize a message that arrives twice. */
const remembered = 500;

/** Runs from log-in to log-out. @returns the function that stops it */
export function startChat(client: QueryClient, userId: string, connection: Connection): () => void {
  const queue = openSendQueue(client, userId);
  const seenIds = new Set<string>();
  setConnection(connection);

  const recount = () => void refreshUnseen(userId).catch(() => undefined);
  const invalidate = (...keys: (readonly string[])[]) => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  };

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

  const stop = onLive({
    newMessage: onMessage,
    ownMessage(message) {
      takeMessage(client, userId, message);
      if (message.offer) recount();
    },
    messageRead(read) {
      takeReading(client, userId, read);
      // Only the server knows how many later messages are unread.
      if (read.readerId === userId) recount();
    },
    getOnlineUsers: setOnline,
    typing: ({ userId: otherId, isTyping }) => setTyping(otherId, isTyping),
    dealChanged({ dealId }) {
      // The id is null after an account was deleted. deals/live.ts then publishes `missed`, which refreshes all.
      if (dealId === null) return;
      recount();
      // A room shows what changed in a deal as a line between its messages.
      invalidate(chatKeys.rooms);
    },
    missed() {
      invalidate(chatKeys.rooms, chatKeys.lists);
      recount();
      void queue.wake();
    },
  });

  return () => {
    stop();
    setConnection(undefined);
    closeSendQueue();
  };
}
