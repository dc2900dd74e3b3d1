import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import type { ChatUser } from '@upaj/contract/chat/messages';
import { idSchema } from '@upaj/contract/fields';
import type { Database } from '#src/platform/db/connect.ts';
import { partPattern } from '#src/platform/db/part-pattern.ts';
import { isoTime, microsOf, timeOf } from '#src/platform/db/times.ts';
import { isActivePerson, isBlockedBetween } from '#src/people/access.ts';

export type OfflineUser = Omit<ChatUser, 'isOnline'>;

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

export const isRead = sql`messages.number <= case when messages.receiver_id = conversations.low_id
  then conversations.low_read else conversations.high_read end`;

export const otherOf = (userId: string) => sql`(case when conversations.low_id = ${userId}::uuid
  then conversations.high_id else conversations.low_id end)`;

const unseenOf = (userId: string) => sql`(case when conversations.low_id = ${userId}::uuid
  then conversations.low_unseen else conversations.high_unseen end)`;

export const hasSide = (userId: string) => sql<boolean>`
  (conversations.low_id = ${userId}::uuid or conversations.high_id = ${userId}::uuid)`;

const withConversation = (viewerId: string) => sql`
  left join conversations on conversations.low_id = least(users.id, ${viewerId}::uuid)
    and conversations.high_id = greatest(users.id, ${viewerId}::uuid)
  left join messages on messages.conversation_id = conversations.id
    and messages.number = conversations.last_number`;

const isReachable = (viewerId: string) => sql<boolean>`
  (${isActivePerson} and users.id <> ${viewerId} and not ${isBlockedBetween(viewerId, sql`users.id`)})`;

const userJson = (viewerId: string) => sql<OfflineUser>`json_build_object(
  '_id', users.id, 'username', users.username, 'fullName', users.full_name, 'avatar', users.avatar,
  'userType', users.user_type, 'isVerified', users.is_verified, 'lastSeen', ${isoTime('users.last_seen_at')},
  'isReachable', ${isReachable(viewerId)},
  'isBlocked', ${isActivePerson} and exists (
    select 1 from blocks where blocker_id = ${viewerId}::uuid and blocked_id = users.id),
  'lastMessage', case when messages.id is not null then json_build_object(
    'text', messages.text, 'hasImages', messages.images <> '[]', 'hasOffer', messages.offer_id is not null, 'isOwn', messages.sender_id = ${viewerId},
    'isRead', ${isRead}, 'createdAt', ${isoTime('messages.created_at')}) end)`;

export function conversationsStore(db: Database) {
  return {
    async findPartner(idOrUsername: string, viewerId: string): Promise<Partner | undefined> {
      const isId = z.safeParse(idSchema, idOrUsername).success;
      const isNamed = isId
        ? sql`users.id = ${idOrUsername}`
        : sql`lower(users.username) = ${idOrUsername.toLowerCase()}`;
      const { rows } = await sql<Partner>`
        select ${userJson(viewerId)} as user, conversations.id is not null as "hasConversation",
          coalesce(case when users.id = conversations.low_id then conversations.low_wrote
            else conversations.high_wrote end, false) as "hasAnswered"
        from users ${withConversation(viewerId)}
        where ${isNamed} and users.id <> ${viewerId}`.execute(db);
      return rows[0];
    },

    async findConversations(viewerId: string, { after, limit, name }: ListOrder): Promise<ListedUser[]> {
      const beyond = after
        ? sql`and (conversations.last_at, users.id) < (${timeOf(after.at)}, ${after.id}::uuid)`
        : sql``;
      const { rows } = await sql<ListedUser>`
        select true as "isConversation", ${microsOf('conversations.last_at')} as at, users.id,
          ${userJson(viewerId)} as user
        from conversations
        join users on users.id = ${otherOf(viewerId)}
        join messages on messages.conversation_id = conversations.id
          and messages.number = conversations.last_number
        where ${hasSide(viewerId)} ${beyond} ${named(name)}
        order by conversations.last_at desc, users.id desc limit ${sql.lit(limit + 1)}`.execute(db);
      return rows;
    },

    async findFollowed(viewerId: string, { after, limit, name }: ListOrder): Promise<ListedUser[]> {
      const beyond = after
        ? sql`and (follows.created_at, follows.followed_id) < (${timeOf(after.at)}, ${after.id}::uuid)`
        : sql``;
      const { rows } = await sql<ListedUser>`
        select false as "isConversation", ${microsOf('follows.created_at')} as at, users.id,
          ${userJson(viewerId)} as user
        from follows join users on users.id = follows.followed_id ${withConversation(viewerId)}
        where follows.follower_id = ${viewerId} and conversations.id is null
          and ${isReachable(viewerId)} ${beyond} ${named(name)}
        order by follows.created_at desc, follows.followed_id desc limit ${sql.lit(limit + 1)}`.execute(db);
      return rows;
    },

    async findUnseen(viewerId: string): Promise<Record<string, number>> {
      const { rows } = await sql<{ id: string; count: number }>`
        select ${otherOf(viewerId)} as id, ${unseenOf(viewerId)} as count from conversations
        where ${hasSide(viewerId)} and ${unseenOf(viewerId)} > 0`.execute(db);
      return Object.fromEntries(rows.map(({ id, count }) => [id, count]));
    },

    async updateClosed(userId: string, trx: Database): Promise<void> {
      await trx
        .updateTable('conversations')
        .set((eb) => ({ is_closed: eb.not(eb.fn<boolean>('may_meet', ['low_id', 'high_id'])) }))
        .where((eb) => eb.or([eb('low_id', '=', userId), eb('high_id', '=', userId)]))
        .execute();
    },
  };
}

export type ConversationsStore = ReturnType<typeof conversationsStore>;

function named(name: string | undefined): RawBuilder<unknown> {
  return name ? sql`and users.full_name ilike ${partPattern(name)}` : sql``;
}
