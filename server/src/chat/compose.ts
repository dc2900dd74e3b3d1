import type { Platform } from '#src/platform/compose.ts';
import type { SocketHandlers } from '#src/platform/realtime/sockets.ts';
import { messagesRoutes } from './messages/routes.ts';
import { messagesService, type MessagesOptions } from './messages/service.ts';
import { messagesStore } from './messages/store.ts';
import { presenceStore } from './presence/store.ts';

export type ChatOptions = MessagesOptions;

export function composeChat(platform: Platform, options: ChatOptions = {}) {
  const { db, media, realtime, rateLimit } = platform;
  const store = messagesStore(db);
  const { findWatched, markSeen } = presenceStore(db);
  const chat = messagesService({ store, media, realtime, rateLimit }, options);
  const socketHandlers: Omit<SocketHandlers, 'findSession'> = {
    send: (senderId, { userId, ...draft }, socketId) => chat.send(senderId, userId, draft, socketId),
    mayMeet: chat.mayMeet,
    findWatched,
    markSeen,
  };
  return {
    routes: messagesRoutes(chat, rateLimit),
    jobs: [],
    services: { chat },
    socketHandlers,
  };
}
