import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { idSchema } from '@upaj/contract/fields';
import type { Database } from '#src/platform/db/connect.ts';
import {
  appendMessages,
  hasBlocked,
  hasSide,
  isCardForReceiver,
  isNotRead,
  isReachable,
  isRead,
  messageJson,
  otherOf,
  partnerJson,
  unseenOf,
  withConversation,
} from '#src/chat/conversations/store.ts';
import { microsOf, timeOf } from '#src/platform/db/times.ts';
import { partPattern } from '#src/platform/db/part-pattern.ts';
import { isPostVisible } from '#src/platform/db/visibility.ts';
import type { StoredImage } from '#src/platform/media/images.ts';

export interface Partner {
  id: string;
  /** In the contract's shape, as JSON text, without the online state. */
  json: string;
  /** Both accounts are open and neither blocked the other. */
  isReachable: boolean;
  isBlocked: boolean;
  /** The partner has written to the viewer. */
  hasAnswered: boolean;
  hasConversation: boolean;
}

export interface NewMessage {
  id: string;
  clientId: string;
  senderId: string;
  receiverId: string;
  text: string;
  images: StoredImage[];
  postId: string | null;
  /** Defaults to now. */
  sentAt?: Date | undefined;
}

/** A message without pictures or post, in an existing conversation. */
export interface Words extends Omit<NewMessage, 'images' | 'postId' | 'sentAt'> {
  conversationId: string;
}

/** As JSON text for the sender, and whether the receiver may see the attached post. */
export interface StoredMessage {
  json: string;
  isCardForReceiver: boolean;
}

export interface Appended {
  number: number;
  createdAt: string;
}

export interface Conversation {
  id: string;
  receiverId: string;
  /** Both have written; this never changes back. */
  isMutual: boolean;
}

/** `at` in microseconds since 1970. */
export interface ListPosition {
  isConversation: boolean;
  at: number;
  id: string;
}

export interface ListRow extends ListPosition {
  json: string;
}

interface ListOrder {
  after: ListPosition | undefined;
  limit: number;
  /** Part of a name. */
  name: string | undefined;
}

export function messagesStore(db: Database) {
  return {
    /** By id or by username in any letter case; also finds deleted and suspended people. */
    async findPartner(idOrUsername: string, viewerId: string): Promise<Partner | undefined> {
      const isId = z.safeParse(idSchema, idOrUsername).success;
      const { rows } = await sql<Partner>`
        select users.id, ${partnerJson(viewerId)} as json, ${isReachable(viewerId)} as "isReachable",
          ${hasBlocked(viewerId)} as "isBlocked", conversations.id is not null as "hasConversation",
          coalesce(case when users.id = conversations.low_id then conversations.low_wrote
            else conversations.high_wrote end, false) as "hasAnswered"
        from users ${withConversation(viewerId)} where ${isId ? sql`users.id = ${idOrUsername}` : sql`lower(users.username) = ${idOrUsername.toLowerCase()}`}
          and users.id <> ${viewerId}`.execute(db);
      return rows[0];
    },

    /** Latest first, up to `limit + 1` rows; `name` filters. */
    async findConversations(viewerId: string, { after, limit, name }: ListOrder): Promise<ListRow[]> {
      const beyond = after
        ? sql`and (conversations.last_at, users.id) < (${timeOf(after.at)}, ${after.id}::uuid)`
        : sql``;
      const { rows } = await sql<ListRow>`
        select true as "isConversation", ${microsOf('conversations.last_at')} as at, users.id,
          ${partnerJson(viewerId)} as json
        from conversations
        join users on users.id = ${otherOf(viewerId)}
        join messages on messages.conversation_id = conversations.id
          and messages.number = conversations.last_number
        where ${hasSide(viewerId)} ${beyond} ${named(name)}
        order by conversations.last_at desc, users.id desc limit ${sql.lit(limit + 1)}`.execute(db);
      return rows;
    },

    /** Followed people without a conversation, latest first. */
    async findFollowed(viewerId: string, { after, limit, name }: ListOrder): Promise<ListRow[]> {
      const beyond = after
        ? sql`and (follows.created_at, follows.followed_id) < (${timeOf(after.at)}, ${after.id}::uuid)`
        : sql``;
      const { rows } = await sql<ListRow>`
        select false as "isConversation", ${microsOf('follows.created_at')} as at, users.id,
          ${partnerJson(viewerId)} as json
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

    /** As JSON text; newest first going back (`before`), oldest first catching up (`after`). */
    async findMessages(
      viewerId: string,
      otherId: string,
      { before, after, limit }: { before?: number | undefined; after?: number | undefined; limit: number },
    ): Promise<{ number: number; json: string }[]> {
      const isCatchingUp = after !== undefined;
      const from = isCatchingUp
        ? sql`and messages.number > ${after}`
        : before === undefined
          ? sql``
          : sql`and messages.number < ${before}`;
      const order = isCatchingUp ? sql`asc` : sql`desc`;
      // Finds the conversation first: only then does the index return its messages in order.
      const { rows } = await sql<{ number: number; json: string }>`
        select messages.number, ${messageJson(viewerId, isRead)} as json
        from (
          select * from messages
          where messages.conversation_id = (
            select id from conversations
            where low_id = least(${viewerId}::uuid, ${otherId}::uuid)
              and high_id = greatest(${viewerId}::uuid, ${otherId}::uuid)
          ) ${from}
          order by messages.number ${order} limit ${sql.lit(limit + 1)}
        ) messages
        join conversations on conversations.id = messages.conversation_id
        order by messages.number ${order}`.execute(db);
      return rows;
    },

    async findByClientId(senderId: string, clientId: string): Promise<StoredMessage | undefined> {
      const { rows } = await sql<StoredMessage>`
        select ${messageJson(senderId, isRead)} as json, ${isCardForReceiver} as "isCardForReceiver"
        from messages join conversations on conversations.id = messages.conversation_id
        where messages.sender_id = ${senderId} and messages.client_id = ${clientId}`.execute(db);
      return rows[0];
    },

    /**
     * Stores a message and updates both counters; `claim` runs in the transaction. Writes nothing when the two may not
     * chat or the sender may not see the post. Locks both people, so that a block cannot interleave. @throws database
     * error 23505 when the client id is known.
     */
    async addMessage(
      message: NewMessage,
      claim: (trx: Database) => Promise<void> = async () => {},
    ): Promise<(StoredMessage & { conversation: Conversation }) | 'BLOCKED' | 'POST_NOT_FOUND'> {
      const { id, clientId, senderId, receiverId, text, images, postId } = message;
      const sentAt = message.sentAt ? sql`${message.sentAt}::timestamptz` : sql`clock_timestamp()`;
      return db.transaction().execute(async (trx) => {
        await sql`select id from users where id in (${senderId}, ${receiverId}) order by id for share`.execute(
          trx,
        );
        if (postId && !(await mayAttach(trx, senderId, postId))) return 'POST_NOT_FOUND';
        const { rows } = await sql<StoredMessage & { conversationId: string; isMutual: boolean }>`
          with conversation as (
            insert into conversations
              (id, low_id, high_id, last_number, last_at, low_wrote, high_wrote, low_unseen, high_unseen)
            select ${id}, least(sender_id, receiver_id), greatest(sender_id, receiver_id), 1, ${sentAt},
              is_from_low, not is_from_low, (not is_from_low)::int, is_from_low::int
            from (select ${senderId}::uuid as sender_id, ${receiverId}::uuid as receiver_id,
              ${senderId}::uuid < ${receiverId}::uuid as is_from_low) pair
            where may_meet(sender_id, receiver_id)
            on conflict (low_id, high_id) do update set last_number = conversations.last_number + 1,
              last_at = greatest(conversations.last_at, excluded.last_at),
              low_wrote = conversations.low_wrote or excluded.low_wrote,
              high_wrote = conversations.high_wrote or excluded.high_wrote,
              low_unseen = conversations.low_unseen + excluded.low_unseen,
              high_unseen = conversations.high_unseen + excluded.high_unseen
            returning id, last_number, last_at, low_wrote and high_wrote as is_mutual
          ), messages as (
            insert into messages
              (conversation_id, number, id, client_id, sender_id, receiver_id, text, images, post_id, created_at)
            select conversation.id, last_number, ${id}, ${clientId}, ${senderId}, ${receiverId}, ${text},
              ${JSON.stringify(images)}::jsonb, ${postId}, last_at
            from conversation
            returning *
          )
          select ${messageJson(senderId, isNotRead)} as json, ${isCardForReceiver} as "isCardForReceiver",
            conversation.id as "conversationId",
            conversation.is_mutual as "isMutual"
          from messages, conversation`.execute(trx);
        const [row] = rows;
        if (!row) return 'BLOCKED';
        await claim(trx);
        const { conversationId, isMutual, ...stored } = row;
        return { ...stored, conversation: { id: conversationId, receiverId, isMutual } };
      });
    },

    /**
     * Stores many text messages in existing conversations; results are by message id. Skips closed conversations.
     * @throws database error 23505 when a client id is known; nothing is written then.
     */
    async appendMessages(batch: readonly Words[]): Promise<Map<string, Appended>> {
      const values = [
        batch.map(({ conversationId }) => conversationId),
        batch.map(({ id }) => id),
        batch.map(({ clientId }) => clientId),
        batch.map(({ senderId }) => senderId),
        batch.map(({ receiverId }) => receiverId),
        batch.map(({ text }) => text),
      ];
      const { rows } = await db.executeQuery<Appended & { id: string }>(
        CompiledQuery.raw(appendMessages, values),
      );
      return new Map(rows.map(({ id, number, createdAt }) => [id, { number, createdAt }]));
    },

    /** Marks this message and earlier ones as read. Undefined when the reader received no such message. */
    async markRead(
      readerId: string,
      messageId: string,
    ): Promise<{ senderId: string; upTo: number; changed: number; unseen: number } | undefined> {
      const { rows } = await sql<{ senderId: string; upTo: number; changed: number; unseen: number }>`
        with target as (
          select conversation_id, number, sender_id from messages
          where id = ${messageId} and receiver_id = ${readerId}
        ), held as (
          select conversations.id, target.number, target.sender_id, conversations.low_id = ${readerId} as is_low,
            case when conversations.low_id = ${readerId} then low_read else high_read end as was_read
          from conversations join target on conversations.id = target.conversation_id
          for no key update of conversations
        ), newly as (
          select count(*)::int as count from messages, held
          where messages.conversation_id = held.id and messages.receiver_id = ${readerId}
            and messages.number > held.was_read and messages.number <= held.number
        )
        update conversations set
          low_read = case when is_low then greatest(low_read, held.number) else low_read end,
          high_read = case when is_low then high_read else greatest(high_read, held.number) end,
          low_unseen = low_unseen - case when is_low then newly.count else 0 end,
          high_unseen = high_unseen - case when is_low then 0 else newly.count end
        from held, newly where conversations.id = held.id
        returning held.sender_id as "senderId", held.number as "upTo", newly.count as changed,
          case when is_low then low_unseen else high_unseen end as unseen`.execute(db);
      return rows[0];
    },
  };
}

export type MessagesStore = ReturnType<typeof messagesStore>;

/** Locks the post until the transaction ends. */
async function mayAttach(trx: Database, senderId: string, postId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from posts where id = ${postId} and ${isPostVisible(senderId)} for key share`.execute(trx);
  return rows.length > 0;
}

function named(name: string | undefined): RawBuilder<unknown> {
  if (!name) return sql``;
  return sql`and users.full_name ilike ${partPattern(name)}`;
}
