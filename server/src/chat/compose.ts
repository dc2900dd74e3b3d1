import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { BlocksService } from '#src/people/blocks/service.ts';
import type { Platform } from '#src/platform/compose.ts';
import type { SocketHandlers } from '#src/platform/realtime/sockets.ts';
import { conversationsRoutes } from './conversations/routes.ts';
import { conversationsService } from './conversations/service.ts';
import { conversationsStore } from './conversations/store.ts';
import { messagesRoutes } from './messages/routes.ts';
import { messagesService, type MessagesOptions } from './messages/service.ts';
import { socketEvents } from './messages/socket-events.ts';
import { messagesStore } from './messages/store.ts';

export type ChatOptions = MessagesOptions;

interface Above {
  notifications: NotificationsService;
  blocks: Pick<BlocksService, 'addStep'>;
}

export function composeChat(platform: Platform, { notifications, blocks }: Above, options: ChatOptions = {}) {
  const { db, log, media, realtime, rateLimit } = platform;
  const conversationsIn = conversationsStore(db);
  const conversations = conversationsService(conversationsIn, realtime);
  blocks.addStep((userId, otherId, trx) => conversations.updateClosed(userId, trx, otherId));
  const chat = messagesService(
    { store: messagesStore(db), conversations, media, notifications, realtime, rateLimit },
    options,
  );
  const socketHandlers: Omit<SocketHandlers, 'findSession' | 'seen'> = {
    listen: socketEvents({ chat, conversations, realtime, log }),
    findWatched: conversationsIn.findWatched,
  };
  return {
    routes: [...conversationsRoutes(conversations), ...messagesRoutes(chat, conversations)],
    jobs: [],
    services: { chat, conversations },
    socketHandlers,
  };
}
