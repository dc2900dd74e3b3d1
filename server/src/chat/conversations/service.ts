import * as z from 'zod/mini';
import type { ChatUser } from '@upaj/contract/chat/messages';
import { limits } from '@upaj/contract/limits';
import { AppError } from '#src/platform/http/errors.ts';
import { cursorParts, cutPage, readCursor, type PageRequest } from '#src/platform/http/paging.ts';
import type { Realtime } from '#src/platform/realtime/sockets.ts';
import type { OfflineUser } from './rows.ts';
import type { ConversationsStore, ListedUser, ListPosition, Partner } from './store.ts';

const positionShape = z.tuple([cursorParts.flag, cursorParts.time, cursorParts.id]);

interface ConversationsDeps {
  store: ConversationsStore;
  realtime: Pick<Realtime, 'isOnline'>;
}

export function conversationsService({ store, realtime }: ConversationsDeps) {
  const withPresence = (user: OfflineUser): ChatUser => ({
    ...user,
    isOnline: realtime.isOnline(user._id),
  });

  return {
    withPresence,
    findUnseen: store.findUnseen,
    countWaiting: store.countWaiting,
    findWatched: store.findWatched,
    /** Closes or opens the user's conversations. Call it after a suspension, its end, a deletion or a block. */
    updateClosed: store.updateClosed,

    async findPartner(userId: string, viewerId: string): Promise<Partner> {
      const partner = await store.findPartner(userId, viewerId);
      // Without a conversation, people who cannot be written to are shown only if the viewer blocked them.
      if (!partner || !(partner.user.isReachable || partner.hasConversation || partner.user.isBlocked))
        throw new AppError('USER_NOT_FOUND');
      return partner;
    },

    mayMeet: async (userId: string, otherId: string): Promise<boolean> =>
      (await store.findPartner(otherId, userId))?.user.isReachable ?? false,

    async findUsers(
      viewerId: string,
      { cursor, limit = limits.page.size, q: name }: PageRequest & { q?: string | undefined },
    ) {
      const after = cursor === undefined ? undefined : readPosition(cursor);
      const found: ListedUser[] = [];
      if (!after || after.isConversation) {
        found.push(...(await store.findConversations(viewerId, { after, limit, name })));
      }
      if (found.length <= limit) {
        const from = after?.isConversation ? undefined : after;
        const left = limit - found.length;
        found.push(...(await store.findFollowed(viewerId, { after: from, limit: left, name })));
      }
      const { rows, nextCursor } = cutPage(found, limit, ({ isConversation, at, id }) => [
        isConversation,
        at,
        id,
      ]);
      return { users: rows.map(({ user }) => withPresence(user)), nextCursor };
    },
  };
}

export type ConversationsService = ReturnType<typeof conversationsService>;

function readPosition(cursor: string): ListPosition {
  const [isConversation, at, id] = readCursor(cursor, positionShape);
  return { isConversation, at, id };
}
