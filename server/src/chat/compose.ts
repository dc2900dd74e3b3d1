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
import type { ChatParts } from './rows.ts';

export type ChatOptions = MessagesOptions;

interface Above {
  blocks: Pick<BlocksService, 'addStep'>;
  parts: ChatParts;
  /** Marks notifications about these parts as read, because the reader has seen the messages that carry them. */
  markPartsSeen: (readerId: string, partIds: readonly string[]) => Promise<void>;
}

export function composeChat(
  platform: Platform,
  { blocks, parts, markPartsSeen }: Above,
  options: ChatOptions = {},
) {
  const { db, log, media, realtime, rateLimit } = platform;
  const conversations = conversationsService({ store: conversationsStore({ db, parts }), realtime });
  blocks.addStep((userId, otherId, trx) => conversations.updateClosed(userId, trx, otherId));
  const chat = messagesService({
    db,
    store: messagesStore({ db, parts }),
    conversations,
    media,
    noPart: parts.noPart,
    markPartsSeen,
    realtime,
    rateLimit,
    ...options,
  });
  const socketHandlers: Omit<SocketHandlers, 'findSession' | 'seen'> = {
    listen: socketEvents({ chat, conversations, realtime, log }),
    findWatched: conversations.findWatched,
  };
  return {
    routes: [...conversationsRoutes(conversations), ...messagesRoutes({ chat, conversations })],
    jobs: [],
    services: { chat, conversations },
    socketHandlers,
  };
}
