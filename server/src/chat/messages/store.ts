import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import type { Message } from '@upaj/contract/chat/messages';
import type { Offer } from '@upaj/contract/deals/offers';
import { limits } from '@upaj/contract/limits';
import { isRead } from '#src/chat/conversations/store.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { offerJson } from '#src/chat/rows.ts';
import { writeConversation } from '#src/platform/db/offer-message.ts';
import { isoTime } from '#src/platform/db/times.ts';
import type { StoredImage } from '#src/platform/media/images.ts';
import {
  cardsForReceiver,
  findMissing,
  offerCard,
  postCard,
  wantedCard,
  type About,
} from '#src/chat/cards/store.ts';

export interface NewMessage extends About {
  id: string;
  clientId: string;
  senderId: string;
  receiverId: string;
  text: string;
  images: StoredImage[];
  newConversationId: string;
  sentAt?: Date | undefined;
}

export interface TextMessage extends Omit<
  NewMessage,
  'images' | keyof About | 'sentAt' | 'newConversationId'
> {
  conversationId: string;
}

export interface StoredMessage {
  message: Message;
  /** Cards that the receiver may see. */
  forReceiver: { post: boolean; wanted: boolean };
}

export interface Appended {
  number: number;
  createdAt: string;
}

interface Reading {
  senderId: string;
  upTo: number;
  changed: number;
  /** Of the messages that were read now. */
  offerIds: string[];
  unseen: number;
}

export interface Conversation {
  id: string;
  receiverId: string;
  isMutual: boolean;
}

function messageJson(viewerId: string, isSeen: RawBuilder<unknown>): RawBuilder<Message> {
  return sql<Message>`json_build_object(
    '_id', messages.id, 'clientId', messages.client_id, 'senderId', messages.sender_id,
    'receiverId', messages.receiver_id, 'number', messages.number, 'text', messages.text,
    'images', jsonb_path_query_array(messages.images, '$[*].url'), 'imageInfo', messages.images,
    'post', ${postCard(viewerId)}, 'wanted', ${wantedCard(viewerId)},
    'offer', ${offerCard}, 'offerVersion', messages.offer_version,
    'createdAt', ${isoTime('messages.created_at')}, 'isRead', ${isSeen})`;
}

export function messagesStore(db: Database) {
  return {
    async findMessages(
      viewerId: string,
      otherId: string,
      { before, after, limit }: { before?: number | undefined; after?: number | undefined; limit: number },
    ): Promise<Message[]> {
      const isCatchingUp = after !== undefined;
      const from = isCatchingUp
        ? sql`and messages.number > ${after}`
        : before === undefined
          ? sql``
          : sql`and messages.number < ${before}`;
      const order = isCatchingUp ? sql`asc` : sql`desc`;
      // Finds the conversation first: only then does the index return its messages in order.
      const { rows } = await sql<{ message: Message }>`
        select ${messageJson(viewerId, isRead)} as message
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
      return rows.map(({ message }) => message);
    },

    async findOpenOffers(viewerId: string, otherId: string): Promise<Offer[]> {
      const isOfBoth = sql`in (${viewerId}, ${otherId})`;
      const { rows } = await sql<{ offer: Offer }>`
        select ${offerJson} as offer from offers
        where buyer_id ${isOfBoth} and seller_id ${isOfBoth} and status = 'open' and valid_until > now()
        order by changed_at desc limit ${sql.lit(limits.offer.shown)}`.execute(db);
      return rows.map(({ offer }) => offer);
    },

    async findByClientId(senderId: string, clientId: string): Promise<StoredMessage | undefined> {
      const { rows } = await sql<StoredMessage>`
        select ${messageJson(senderId, isRead)} as message, ${cardsForReceiver} as "forReceiver"
        from messages join conversations on conversations.id = messages.conversation_id
        where messages.sender_id = ${senderId} and messages.client_id = ${clientId}`.execute(db);
      return rows[0];
    },

    /**
     * Locks the post, then both people, so that a block cannot interleave. @throws database error 23505 when the client id
     * is known.
     */
    async addMessage(
      message: NewMessage,
      claim: (trx: Database) => Promise<void> = async () => {},
    ): Promise<
      (StoredMessage & { conversation: Conversation }) | 'BLOCKED' | 'POST_NOT_FOUND' | 'WANTED_NOT_FOUND'
    > {
      const { id, clientId, senderId, receiverId, text, images, postId, wantedId, newConversationId } =
        message;
      const sentAt = message.sentAt ? sql`${message.sentAt}::timestamptz` : sql`clock_timestamp()`;
      const pair = sql`
        select * from (select ${senderId}::uuid as sender_id, ${receiverId}::uuid as receiver_id) pair
        where may_meet(sender_id, receiver_id)`;
      return db.transaction().execute(async (trx) => {
        const missing = await findMissing(trx, senderId, message);
        if (missing) return missing;
        await sql`select id from users where id in (${senderId}, ${receiverId}) order by id for share`.execute(
          trx,
        );
        const { rows } = await sql<StoredMessage & { conversationId: string; isMutual: boolean }>`
          with conversation as (
            ${writeConversation(newConversationId, pair, sentAt, true)}
          ), messages as (
            insert into messages
              (conversation_id, number, id, client_id, sender_id, receiver_id, text, images, post_id, wanted_id, created_at)
            select conversation.id, last_number, ${id}, ${clientId}, ${senderId}, ${receiverId}, ${text},
              ${JSON.stringify(images)}::jsonb, ${postId}, ${wantedId}, last_at
            from conversation
            returning *
          )
          select ${messageJson(senderId, sql`false`)} as message, ${cardsForReceiver} as "forReceiver",
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
     * Undefined for closed conversations. @throws database error 23505 when a client id is known: nothing is
     * written.
     */
    async appendMessages(batch: readonly TextMessage[]): Promise<(Appended | undefined)[]> {
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
      const stored = new Map(rows.map(({ id, ...appended }) => [id, appended]));
      return batch.map(({ id }) => stored.get(id));
    },

    async markRead(readerId: string, messageId: string): Promise<Reading | undefined> {
      const { rows } = await sql<Reading>`
        with target as (
          select conversation_id, number, sender_id from messages
          where id = ${messageId} and receiver_id = ${readerId}
        ), locked as (
          select conversations.id, target.number, target.sender_id, conversations.low_id = ${readerId} as is_low,
            case when conversations.low_id = ${readerId} then low_read else high_read end as was_read
          from conversations join target on conversations.id = target.conversation_id
          for no key update of conversations
        ), newly as (
          select count(*)::int as count,
            coalesce(json_agg(distinct offer_id) filter (where offer_id is not null), '[]') as offer_ids
          from messages, locked
          where messages.conversation_id = locked.id and messages.receiver_id = ${readerId}
            and messages.number > locked.was_read and messages.number <= locked.number
        )
        update conversations set
          low_read = case when is_low then greatest(low_read, locked.number) else low_read end,
          high_read = case when is_low then high_read else greatest(high_read, locked.number) end,
          low_unseen = low_unseen - case when is_low then newly.count else 0 end,
          high_unseen = high_unseen - case when is_low then 0 else newly.count end
        from locked, newly where conversations.id = locked.id
        returning locked.sender_id as "senderId", locked.number as "upTo", newly.count as changed,
          newly.offer_ids as "offerIds",
          case when is_low then low_unseen else high_unseen end as unseen`.execute(db);
      return rows[0];
    },
  };
}

export type MessagesStore = ReturnType<typeof messagesStore>;

/** A constant text, so that it is prepared once. Locks in the order of ids, to avoid deadlocks. */
const appendMessages = `
  with incoming as (
    select *, sender_id < receiver_id as is_from_low, row_number() over (partition by conversation_id order by place) as nth
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[]) with ordinality
      as incoming (conversation_id, id, client_id, sender_id, receiver_id, text, place)
  ), locked as (
    select id from conversations where id in (select conversation_id from incoming) and not is_closed
    order by id for no key update
  ), counted as (
    select conversation_id, count(*)::int as messages, (count(*) filter (where is_from_low))::int as from_low
    from incoming group by conversation_id
  ), conversation as (
    update conversations set last_number = last_number + messages, last_at = greatest(last_at, clock_timestamp()),
      low_unseen = low_unseen + messages - from_low, high_unseen = high_unseen + from_low
    from locked join counted on counted.conversation_id = locked.id
    where conversations.id = locked.id
    returning conversations.id, last_number - messages as number_before, last_at
  )
  insert into messages (conversation_id, number, id, client_id, sender_id, receiver_id, text, created_at)
  select conversation_id, number_before + nth, incoming.id, client_id, sender_id, receiver_id, text, last_at
  from incoming join conversation on conversation.id = conversation_id
  returning id, number, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;
