import { sql, type RawBuilder } from 'kysely';
import { isoTime } from './json.ts';
import { isBlockedBetween, isThere } from './people.ts';

/** A message as JSON text, from `messages`. A post that has gone or is hidden shows no card. */
export function messageJson(isRead: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`json_build_object(
    '_id', messages.id, 'clientId', messages.client_id, 'senderId', messages.sender_id,
    'receiverId', messages.receiver_id, 'number', messages.number, 'text', messages.text,
    'images', jsonb_path_query_array(messages.images, '$[*].url'), 'imageInfo', messages.images,
    'post', (
      select json_build_object('_id', posts.id, 'title', posts.title, 'price', posts.price,
        'priceUnit', posts.price_unit, 'image', posts.images -> 0 ->> 'url', 'isAvailable', posts.is_available)
      from posts where posts.id = messages.post_id and not posts.is_hidden
    ),
    'createdAt', ${isoTime('messages.created_at')}, 'isRead', ${isRead})::text`;
}

/** Whether the receiver of the row `messages` has read it, by the row `conversations`. */
export const isRead = sql`messages.number <= case when messages.receiver_id = conversations.low_id
  then conversations.low_read else conversations.high_read end`;

export const isNotRead = sql`false`;

/** The other one of the row `conversations`. */
export const otherOf = (userId: string) => sql`(case when conversations.low_id = ${userId}::uuid
  then conversations.high_id else conversations.low_id end)`;

export const unseenOf = (userId: string) => sql`(case when conversations.low_id = ${userId}::uuid
  then conversations.low_unseen else conversations.high_unseen end)`;

export const hasSide = (userId: string) => sql<boolean>`
  (conversations.low_id = ${userId}::uuid or conversations.high_id = ${userId}::uuid)`;

/** The conversation between the viewer and the row `users`, and its last message. */
export const withConversation = (viewerId: string) => sql`
  left join conversations on conversations.low_id = least(users.id, ${viewerId}::uuid)
    and conversations.high_id = greatest(users.id, ${viewerId}::uuid)
  left join messages on messages.conversation_id = conversations.id
    and messages.number = conversations.last_number`;

/** A person as the other one of a conversation, from `users` with `withConversation`. */
export function partnerJson(viewerId: string): RawBuilder<string> {
  return sql<string>`json_build_object(
    '_id', users.id, 'username', users.username, 'fullName', users.full_name, 'avatar', users.avatar,
    'userType', users.user_type, 'isVerified', users.is_verified, 'lastSeen', ${isoTime('users.last_seen_at')},
    'isReachable', ${isReachable(viewerId)},
    'lastMessage', case when messages.id is not null then json_build_object(
      'text', messages.text, 'hasImages', messages.images <> '[]', 'isOwn', messages.sender_id = ${viewerId},
      'isRead', ${isRead}, 'createdAt', ${isoTime('messages.created_at')}) end)::text`;
}

export function isReachable(viewerId: string): RawBuilder<boolean> {
  return sql<boolean>`(${isThere} and users.id <> ${viewerId} and not ${isBlockedBetween(viewerId, sql`users.id`)})`;
}
