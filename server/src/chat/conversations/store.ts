import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '#src/platform/db/times.ts';
import { isActivePerson, isBlockedBetween, isPostVisible } from '#src/platform/db/visibility.ts';

export function hasBlocked(viewerId: string): RawBuilder<boolean> {
  return sql<boolean>`(${isActivePerson} and exists (
    select 1 from blocks where blocker_id = ${viewerId}::uuid and blocked_id = users.id))`;
}

/**
 * A message as JSON text, from `messages`. Its post is left out when it is deleted or the viewer may not see
 * it.
 */
export function messageJson(viewerId: string, isRead: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`json_build_object(
    '_id', messages.id, 'clientId', messages.client_id, 'senderId', messages.sender_id,
    'receiverId', messages.receiver_id, 'number', messages.number, 'text', messages.text,
    'images', jsonb_path_query_array(messages.images, '$[*].url'), 'imageInfo', messages.images,
    'post', (
      select json_build_object('_id', posts.id, 'title', posts.title, 'price', posts.price,
        'priceUnit', posts.price_unit, 'image', posts.images -> 0 ->> 'url', 'isAvailable', posts.is_available)
      from posts where posts.id = messages.post_id and ${isPostVisible(viewerId)}
    ),
    'createdAt', ${isoTime('messages.created_at')}, 'isRead', ${isRead})::text`;
}

export const isCardForReceiver = sql<boolean>`exists (
  select 1 from posts where posts.id = messages.post_id and ${isPostVisible(sql`messages.receiver_id`)})`;

export const isRead = sql`messages.number <= case when messages.receiver_id = conversations.low_id
  then conversations.low_read else conversations.high_read end`;

export const isNotRead = sql`false`;

export const otherOf = (userId: string) => sql`(case when conversations.low_id = ${userId}::uuid
  then conversations.high_id else conversations.low_id end)`;

export const unseenOf = (userId: string) => sql`(case when conversations.low_id = ${userId}::uuid
  then conversations.low_unseen else conversations.high_unseen end)`;

export const hasSide = (userId: string) => sql<boolean>`
  (conversations.low_id = ${userId}::uuid or conversations.high_id = ${userId}::uuid)`;

export const withConversation = (viewerId: string) => sql`
  left join conversations on conversations.low_id = least(users.id, ${viewerId}::uuid)
    and conversations.high_id = greatest(users.id, ${viewerId}::uuid)
  left join messages on messages.conversation_id = conversations.id
    and messages.number = conversations.last_number`;

export function partnerJson(viewerId: string): RawBuilder<string> {
  return sql<string>`json_build_object(
    '_id', users.id, 'username', users.username, 'fullName', users.full_name, 'avatar', users.avatar,
    'userType', users.user_type, 'isVerified', users.is_verified, 'lastSeen', ${isoTime('users.last_seen_at')},
    'isReachable', ${isReachable(viewerId)}, 'isBlocked', ${hasBlocked(viewerId)},
    'lastMessage', case when messages.id is not null then json_build_object(
      'text', messages.text, 'hasImages', messages.images <> '[]', 'isOwn', messages.sender_id = ${viewerId},
      'isRead', ${isRead}, 'createdAt', ${isoTime('messages.created_at')}) end)::text`;
}

export function isReachable(viewerId: string): RawBuilder<boolean> {
  return sql<boolean>`(${isActivePerson} and users.id <> ${viewerId} and not ${isBlockedBetween(viewerId, sql`users.id`)})`;
}

/**
 * Adds messages to existing, open conversations. A constant text so that it is prepared once. Locks
 * conversations in the order of their ids, because several of these run at once.
 */
export const appendMessages = `
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
