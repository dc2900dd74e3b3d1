import { expressionBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { idSchema } from '@upaj/contract/fields';
import { foldText } from '@upaj/contract/fold-text';
import { limits } from '@upaj/contract/limits';
import { idOf, isBlockedBetween } from '#src/people/access.ts';
import { isNamed } from '#src/people/rows.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { isBefore } from '#src/platform/db/pages.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { partPattern } from '#src/platform/db/expressions.ts';
import { microsOf } from '#src/platform/db/times.ts';
import type { ChatParts } from '#src/chat/rows.ts';
import { chatUserJson, hasSide, isReachable, otherOf, pairOf, unseenOf, type OfflineUser } from './rows.ts';

export interface Partner {
  user: OfflineUser;
  hasAnswered: boolean;
  hasConversation: boolean;
}

export interface ListPosition {
  isConversation: boolean;
  at: number;
  id: string;
}

export interface ListedUser extends ListPosition {
  user: OfflineUser;
}

interface ListOrder {
  after: ListPosition | undefined;
  limit: number;
  name: string | undefined;
}

/**
 * The last message of a conversation. The limit makes PostgreSQL look it up in its partition; without one it would join
 * small partitions whole.
 */
const lastMessage = expressionBuilder<DB, 'conversations'>()
  .selectFrom('messages')
  .selectAll()
  .whereRef('messages.conversation_id', '=', 'conversations.id')
  .whereRef('messages.number', '=', 'conversations.last_number')
  .limit(1)
  .as('messages');

/** `search_name` has the folded full name in its first line. */
const fullName = sql<string>`split_part(users.search_name, E'\\n', 1)`;

interface ConversationsStoreDeps {
  db: Database;
  parts: Pick<ChatParts, 'lastMessageFields' | 'countWaiting'>;
}

export function conversationsStore({ db, parts }: ConversationsStoreDeps) {
  const usersWithConversation = (viewerId: string) =>
    db
      .selectFrom('users')
      .leftJoin('conversations', (join) =>
        join
          .on((eb) => eb('conversations.low_id', '=', eb.fn<string>('least', ['users.id', idOf(viewerId)])))
          .on((eb) =>
            eb('conversations.high_id', '=', eb.fn<string>('greatest', ['users.id', idOf(viewerId)])),
          ),
      )
      .leftJoinLateral(lastMessage, (join) => join.onTrue());

  return {
    findPartner(idOrUsername: string, viewerId: string): Promise<Partner | undefined> {
      const isId = z.safeParse(idSchema, idOrUsername).success;
      return usersWithConversation(viewerId)
        .where((eb) => (isId ? eb('users.id', '=', idOrUsername) : isNamed(idOrUsername)))
        .where('users.id', '<>', viewerId)
        .select((eb) => [
          chatUserJson(viewerId, parts).as('user'),
          eb('conversations.id', 'is not', null).$castTo<boolean>().as('hasConversation'),
          eb.fn
            .coalesce(
              eb
                .case()
                .when('users.id', '=', eb.ref('conversations.low_id'))
                .then(eb.ref('conversations.low_wrote'))
                .else(eb.ref('conversations.high_wrote'))
                .end(),
              eb.lit(false),
            )
            .as('hasAnswered'),
        ])
        .executeTakeFirst();
    },

    findConversations(viewerId: string, { after, limit, name }: ListOrder): Promise<ListedUser[]> {
      return db
        .selectFrom('conversations')
        .innerJoin('users', (join) => join.on((eb) => eb('users.id', '=', otherOf(viewerId))))
        .innerJoinLateral(lastMessage, (join) => join.onTrue())
        .where(hasSide(viewerId))
        .where(isBefore('conversations.last_at', 'users.id', after))
        .$if(Boolean(name), (query) => query.where(fullName, 'like', partPattern(foldText(name ?? ''))))
        .select((eb) => [
          eb.lit(true).as('isConversation'),
          microsOf('conversations.last_at').as('at'),
          'users.id',
          chatUserJson(viewerId, parts).as('user'),
        ])
        .orderBy('conversations.last_at', 'desc')
        .orderBy('users.id', 'desc')
        .limit(limit + 1)
        .execute();
    },

    /** Lists followed people without a conversation. */
    findFollowed(viewerId: string, { after, limit, name }: ListOrder): Promise<ListedUser[]> {
      return usersWithConversation(viewerId)
        .innerJoin('follows', 'follows.followed_id', 'users.id')
        .where('follows.follower_id', '=', viewerId)
        .where('conversations.id', 'is', null)
        .where(isReachable(viewerId))
        .where(isBefore('follows.created_at', 'follows.followed_id', after))
        .$if(Boolean(name), (query) => query.where(fullName, 'like', partPattern(foldText(name ?? ''))))
        .select((eb) => [
          eb.lit(false).as('isConversation'),
          microsOf('follows.created_at').as('at'),
          'users.id',
          chatUserJson(viewerId, parts).as('user'),
        ])
        .orderBy('follows.created_at', 'desc')
        .orderBy('follows.followed_id', 'desc')
        .limit(limit + 1)
        .execute();
    },

    async findUnseen(viewerId: string): Promise<Record<string, number>> {
      const rows = await db
        .selectFrom('conversations')
        .select([otherOf(viewerId).as('id'), unseenOf(viewerId).as('count')])
        .where(hasSide(viewerId))
        .where(unseenOf(viewerId), '>', 0)
        .execute();
      return Object.fromEntries(rows.map(({ id, count }) => [id, count]));
    },

    countWaiting: (viewerId: string) => parts.countWaiting(db, viewerId),

    /** Finds the people whose presence the user sees. */
    async findWatched(userId: string): Promise<string[]> {
      const partners = db.selectFrom('conversations').select(otherOf(userId).as('id')).where(hasSide(userId));
      const followed = db.selectFrom('follows').select('followed_id as id').where('follower_id', '=', userId);
      const rows = await db
        .selectFrom(partners.union(followed).as('watched'))
        .select('watched.id')
        .where((eb) => eb.not(isBlockedBetween(userId, eb.ref('watched.id'))))
        .limit(limits.presence.people)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Updates the user's conversation with one other person, or all of the user's conversations. */
    async updateClosed(userId: string, trx: Transaction, otherId?: string): Promise<void> {
      await trx
        .updateTable('conversations')
        .set((eb) => ({ is_closed: eb.not(eb.fn<boolean>('may_meet', ['low_id', 'high_id'])) }))
        .where((eb) => (otherId ? eb.and(pairOf(userId, otherId)) : hasSide(userId)))
        .execute();
    },
  };
}

export type ConversationsStore = ReturnType<typeof conversationsStore>;
