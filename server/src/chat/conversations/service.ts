import * as z from 'zod/mini';
import type { ChatUser } from '@upaj/contract/chat/messages';
import { limits } from '@upaj/contract/limits';
import type { Database } from '#src/platform/db/connect.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { cursorParts, cutPage, readCursor, type PageRequest } from '#src/platform/http/paging.ts';
import type { Realtime } from '#src/platform/realtime/realtime.ts';
import type { OfflineUser } from './rows.ts';
import type { ConversationsStore, ListedUser, ListPosition, Partner } from './store.ts';

export interface ConversationsService {
  findPartner(userId: string, viewerId: string): Promise<Partner>;
  withPresence(user: OfflineUser): ChatUser;
  mayMeet(userId: string, otherId: string): Promise<boolean>;
  findUsers(
    viewerId: string,
    request: PageRequest & { q?: string | undefined },
  ): Promise<{ users: ChatUser[]; nextCursor: string | null }>;
  findUnseen(viewerId: string): Promise<Record<string, number>>;
  /** Closes or opens the user's conversations, after a suspension, its end, a deletion or a block. */
  updateClosed(userId: string, trx: Database, otherId?: string): Promise<void>;
}

const positionShape = z.tuple([cursorParts.flag, cursorParts.time, cursorParts.id]);

export function conversationsService(
  store: ConversationsStore,
  realtime: Pick<Realtime, 'isOnline'>,
): ConversationsService {
  const withPresence = (user: OfflineUser) => ({ ...user, isOnline: realtime.isOnline(user._id) });

  return {
    withPresence,
    findUnseen: (viewerId) => store.findUnseen(viewerId),
    updateClosed: store.updateClosed,

    async findPartner(userId, viewerId) {
      const partner = await store.findPartner(userId, viewerId);
      // Without a conversation, people who cannot be written to are shown only if the viewer blocked them.
      if (!partner || !(partner.user.isReachable || partner.hasConversation || partner.user.isBlocked))
        throw new AppError('USER_NOT_FOUND');
      return partner;
    },

    mayMeet: async (userId, otherId) => (await store.findPartner(otherId, userId))?.user.isReachable ?? false,

    async findUsers(viewerId, { cursor, limit = limits.page.size, q: name }) {
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

function readPosition(cursor: string): ListPosition {
  const [isConversation, at, id] = readCursor(cursor, positionShape);
  return { isConversation, at, id };
}
