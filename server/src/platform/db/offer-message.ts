import { sql, type RawBuilder } from 'kysely';
import type { Side } from '@upaj/contract/deals/offer-machine';
import { isoTime } from './times.ts';

export interface NewOfferMessage {
  id: string;
  newConversationId: string;
  at: Date;
}

export interface StoredOfferMessage {
  _id: string;
  clientId: string;
  number: number;
  createdAt: string;
}

/**
 * Adds a conversation, or a message to it. `pair` gives `sender_id` and `receiver_id`, if at all. Only texts and photos count as
 * written: declining an offer is no conversation.
 */
export function writeConversation(
  newConversationId: string,
  pair: RawBuilder<unknown>,
  sentAt: RawBuilder<unknown>,
  isWritten: boolean,
): RawBuilder<unknown> {
  return sql`
    insert into conversations
      (id, low_id, high_id, last_number, last_at, low_wrote, high_wrote, low_unseen, high_unseen)
    select ${newConversationId}, least(sender_id, receiver_id), greatest(sender_id, receiver_id), 1, ${sentAt},
      is_from_low and ${isWritten}, not is_from_low and ${isWritten}, (not is_from_low)::int, is_from_low::int
    from (select *, sender_id < receiver_id as is_from_low from (${pair}) pair) pair
    on conflict (low_id, high_id) do update set last_number = conversations.last_number + 1,
      last_at = greatest(conversations.last_at, excluded.last_at),
      low_wrote = conversations.low_wrote or excluded.low_wrote,
      high_wrote = conversations.high_wrote or excluded.high_wrote,
      low_unseen = conversations.low_unseen + excluded.low_unseen,
      high_unseen = conversations.high_unseen + excluded.high_unseen
    returning id, last_number, last_at, low_wrote and high_wrote as is_mutual`;
}

/** About the row `changed` of `offers`, if it is there and `people` may meet. Writes as `conversation` and `message`. */
export function addOfferMessage(
  { id, newConversationId, at }: NewOfferMessage,
  by: Side,
): RawBuilder<unknown> {
  const pair =
    by === 'buyer'
      ? sql`buyer_id as sender_id, seller_id as receiver_id`
      : sql`seller_id as sender_id, buyer_id as receiver_id`;
  return sql`conversation as (
      ${writeConversation(newConversationId, sql`select ${pair} from changed, people where may_meet`, sql`${at}::timestamptz`, false)}
    ), message as (
      insert into messages
        (conversation_id, number, id, client_id, sender_id, receiver_id, text, offer_id, offer_version, created_at)
      select conversation.id, last_number, ${id}, ${id}, sender_id, receiver_id, '', changed.id, version, last_at
      from conversation, (select id, version, ${pair} from changed) changed
      returning id, client_id, number, created_at
    )`;
}

/** Of `message`; null when nothing was added. */
export const storedOfferMessage = sql<StoredOfferMessage | null>`(
  select json_build_object('_id', id, 'clientId', client_id, 'number', number, 'createdAt', ${isoTime('created_at')}) from message)`;
