import { sql, type RawBuilder } from 'kysely';

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
