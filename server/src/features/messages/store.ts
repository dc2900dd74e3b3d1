import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { idSchema } from '@upaj/contract/fields';
import type { Database } from '#src/db/connect.ts';
import {
  hasSide,
  isNotRead,
  isReachable,
  isRead,
  messageJson,
  otherOf,
  partnerJson,
  unseenOf,
  withConversation,
} from '#src/db/conversations.ts';
import { partPattern } from '#src/db/part-pattern.ts';
import type { KeptImage } from '#src/media/images.ts';

/** The other one of a conversation, and what may be done. */
export interface Partner {
  id: string;
  /** In the contract's shape, as JSON text, without who is online. */
  json: string;
  /** Both accounts are open and neither has blocked the other. */
  isReachable: boolean;
  /** The other one has written to the viewer. */
  hasAnswered: boolean;
  hasConversation: boolean;
}

export interface NewMessage {
  id: string;
  clientId: string;
  senderId: string;
  receiverId: string;
  text: string;
  images: KeptImage[];
  postId: string | null;
}

/** A message without pictures or a post, in a conversation that there is. */
export interface Words extends Omit<NewMessage, 'images' | 'postId'> {
  conversationId: string;
}

export interface Appended {
  number: number;
  createdAt: string;
}

/** Text, not built anew, as it runs so often. Conversations are held by id, as several of these run at once. */
const append = `
  with incoming as (
    select *, sender_id < receiver_id as is_from_low, row_number() over (partition by conversation_id order by place) as nth
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[]) with ordinality
      as incoming (conversation_id, id, client_id, sender_id, receiver_id, text, place)
  ), held as (
    select id from conversations where id in (select conversation_id from incoming) and not is_closed
    order by id for no key update
  ), counted as (
    select conversation_id, count(*)::int as messages, (count(*) filter (where is_from_low))::int as from_low
    from incoming group by conversation_id
  ), conversation as (
    update conversations set last_number = last_number + messages, last_at = greatest(last_at, clock_timestamp()),
      low_unseen = low_unseen + messages - from_low, high_unseen = high_unseen + from_low
    from held join counted on counted.conversation_id = held.id
    where conversations.id = held.id
    returning conversations.id, last_number - messages as number_before, last_at
  )
  insert into messages (conversation_id, number, id, client_id, sender_id, receiver_id, text, created_at)
  select conversation_id, number_before + nth, incoming.id, client_id, sender_id, receiver_id, text, last_at
  from incoming join conversation on conversation.id = conversation_id
  returning id, number, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;

/** What a sender's process remembers of a conversation. */
export interface Conversation {
  id: string;
  receiverId: string;
  /** Both have written, which stays so. */
  isMutual: boolean;
}

/** Where a list of conversations goes on: `at` is a timestamp as PostgreSQL wrote it. */
export interface ListPosition {
  isConversation: boolean;
  at: string;
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
    /** By id or by username in any letter case; one who was deleted or is suspended is found all the same. */
    async findPartner(idOrUsername: string, viewerId: string): Promise<Partner | undefined> {
      const isId = z.safeParse(idSchema, idOrUsername).success;
      const { rows } = await sql<Partner>`
        select users.id, ${partnerJson(viewerId)} as json, ${isReachable(viewerId)} as "isReachable",
          conversations.id is not null as "hasConversation",
          coalesce(case when users.id = conversations.low_id then conversations.low_wrote
            else conversations.high_wrote end, false) as "hasAnswered"
        from users ${withConversation(viewerId)}
        where ${isId ? sql`users.id = ${idOrUsername}` : sql`lower(users.username) = ${idOrUsername.toLowerCase()}`}
          and users.id <> ${viewerId}`.execute(db);
      return rows[0];
    },

    /** Conversations, latest first; `name` narrows. Rows are one more than `limit` when there are more. */
    async findConversations(viewerId: string, { after, limit, name }: ListOrder): Promise<ListRow[]> {
      const beyond = after
        ? sql`and (conversations.last_at, users.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
        : sql``;
      const { rows } = await sql<ListRow>`
        select true as "isConversation", conversations.last_at::text as at, users.id,
          ${partnerJson(viewerId)} as json
        from conversations
        join users on users.id = ${otherOf(viewerId)}
        join messages on messages.conversation_id = conversations.id
          and messages.number = conversations.last_number
        where ${hasSide(viewerId)} ${beyond} ${named(name)}
        order by conversations.last_at desc, users.id desc limit ${sql.lit(limit + 1)}`.execute(db);
      return rows;
    },

    /** People whom the viewer follows and has no conversation with, latest first. */
    async findFollowed(viewerId: string, { after, limit, name }: ListOrder): Promise<ListRow[]> {
      const beyond = after
        ? sql`and (follows.created_at, follows.followed_id) < (${after.at}::timestamptz, ${after.id}::uuid)`
        : sql``;
      const { rows } = await sql<ListRow>`
        select false as "isConversation", follows.created_at::text as at, users.id,
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

    /** Messages as JSON text, newest first when going back (`before`), oldest first when catching up (`after`). */
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
      // The conversation is found first: only then does the index give its messages in order.
      const { rows } = await sql<{ number: number; json: string }>`
        select messages.number, ${messageJson(isRead)} as json
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

    /** The sender's message with this id of their client's, as JSON text. */
    async findByClientId(senderId: string, clientId: string): Promise<string | undefined> {
      const { rows } = await sql<{ json: string }>`
        select ${messageJson(isRead)} as json
        from messages join conversations on conversations.id = messages.conversation_id
        where messages.sender_id = ${senderId} and messages.client_id = ${clientId}`.execute(db);
      return rows[0]?.json;
    },

    /**
     * Stores a message and counts it for both; `claim` joins the transaction. Undefined: the two may not meet; nothing is
     * written. Both people's rows are held, so that no block of theirs passes it unseen.
     * @throws the database's error 23505 when the client's id is known: nothing is written then either.
     */
    async addMessage(
      message: NewMessage,
      claim: (trx: Database) => Promise<void> = async () => {},
    ): Promise<{ json: string; conversation: Conversation } | undefined> {
      const { id, clientId, senderId, receiverId, text, images, postId } = message;
      return db.transaction().execute(async (trx) => {
        await sql`select id from users where id in (${senderId}, ${receiverId}) order by id for share`.execute(
          trx,
        );
        const { rows } = await sql<{ json: string; conversationId: string; isMutual: boolean }>`
          with conversation as (
            insert into conversations
              (id, low_id, high_id, last_number, last_at, low_wrote, high_wrote, low_unseen, high_unseen)
            select ${id}, least(sender_id, receiver_id), greatest(sender_id, receiver_id), 1, clock_timestamp(),
              is_from_low, not is_from_low, (not is_from_low)::int, is_from_low::int
            from (select ${senderId}::uuid as sender_id, ${receiverId}::uuid as receiver_id,
              ${senderId}::uuid < ${receiverId}::uuid as is_from_low) pair
            where may_meet(sender_id, receiver_id)
            on conflict (low_id, high_id) do update set last_number = conversations.last_number + 1,
              last_at = greatest(conversations.last_at, clock_timestamp()),
              low_wrote = conversations.low_wrote or excluded.low_wrote,
              high_wrote = conversations.high_wrote or excluded.high_wrote,
              low_unseen = conversations.low_unseen + excluded.low_unseen,
              high_unseen = conversations.high_unseen + excluded.high_unseen
            returning id, last_number, last_at, low_wrote and high_wrote as is_mutual
          ), messages as (
            insert into messages
              (conversation_id, number, id, client_id, sender_id, receiver_id, text, images, post_id, created_at)
            select conversation.id, last_number, ${id}, ${clientId}, ${senderId}, ${receiverId}, ${text},
              ${JSON.stringify(images)}::jsonb, (select id from posts where id = ${postId}), last_at
            from conversation
            returning *
          )
          select ${messageJson(isNotRead)} as json, conversation.id as "conversationId",
            conversation.is_mutual as "isMutual"
          from messages, conversation`.execute(trx);
        const [row] = rows;
        if (!row) return undefined;
        await claim(trx);
        const { json, conversationId, isMutual } = row;
        return { json, conversation: { id: conversationId, receiverId, isMutual } };
      });
    },

    /**
     * The same for words alone, in conversations that there are, many at once; by the message's id. One whose conversation
     * is closed is left out.
     * @throws the database's error 23505 when a client's id is known: nothing is written then.
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
      const { rows } = await db.executeQuery<Appended & { id: string }>(CompiledQuery.raw(append, values));
      return new Map(rows.map(({ id, number, createdAt }) => [id, { number, createdAt }]));
    },

    /** Marks a message to the reader and those before it as read. Undefined: the reader was sent no such message. */
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

function named(name: string | undefined): RawBuilder<unknown> {
  if (!name) return sql``;
  return sql`and users.full_name ilike ${partPattern(name)}`;
}
