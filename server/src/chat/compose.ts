import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { Platform } from '#src/platform/compose.ts';
import type { SocketHandlers } from '#src/platform/realtime/sockets.ts';
import { conversationsRoutes } from './conversations/routes.ts';
import { conversationsService } from './conversations/service.ts';
import { conversationsStore } from './conversations/store.ts';
import { messagesRoutes } from './messages/routes.ts';
import { messagesService, type MessagesOptions } from './messages/service.ts';
import { socketEvents } from './messages/socket-events.ts';
import { messagesStore } from './messages/store.ts';
import { presenceStore } from './presence/store.ts';

export type ChatOptions = MessagesOptions;

interface Above {
  notifications: NotificationsService;
}

export function composeChat(platform: Platform, { notifications }: Above, options: ChatOptions = {}) {
  const { db, log, media, realtime, rateLimit } = platform;
  const conversations = conversationsService(conversationsStore(db), realtime);
  const { findWatched } = presenceStore(db);
  const chat = messagesService(
    { store: messagesStore(db), conversations, media, notifications, realtime, rateLimit },
    options,
  );
  const socketHandlers: Omit<SocketHandlers, 'findSession' | 'seen'> = {
    listen: socketEvents({ chat, conversations, realtime, log }),
    findWatched,
  };
  return {
    routes: [...conversationsRoutes(conversations), ...messagesRoutes(chat, conversations)],
    jobs: [],
    services: { chat, conversations },
    socketHandlers,
  };
}
