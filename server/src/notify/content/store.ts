import { sql, type RawBuilder } from 'kysely';
import { dealNumber } from '#src/platform/db/deal-record.ts';
import { isActivePerson, isBlockedBetween, isPostVisible } from '#src/platform/db/visibility.ts';

const countedTo = 100;
const beginning = sql`(
  select case when length(line) > 100 then left(line, 99) || '…' else line end
  from (select regexp_replace(comments.text, '\\s+', ' ', 'g') as line) lines)`;

const isVisible = sql`${isActivePerson} and not ${isBlockedBetween(sql`notification.user_id`, sql`users.id`)}`;

/** Those who came between its start and the moment it was read. */
function groupOf(people: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select jsonb_build_object('count', count(*), 'name', (array_agg(full_name order by at desc))[1],
      'username', (array_agg(username order by at desc))[1])
    from (${people} limit ${sql.lit(countedTo)}) people)`;
}

const isOfGroup = (at: RawBuilder<unknown>) =>
  sql`${at} >= notification.since and (notification.read_at is null or ${at} < notification.read_at)`;

const likers = sql`
  select users.full_name, users.username, likes.created_at as at from likes join users on users.id = likes.user_id
  where likes.post_id = notification.post_id and ${isOfGroup(sql`likes.created_at`)}
    and likes.user_id <> notification.user_id and ${isVisible}
  order by likes.created_at desc`;

const followers = sql`
  select users.full_name, users.username, follows.created_at as at
  from follows join users on users.id = follows.follower_id
  where follows.followed_id = notification.user_id and ${isOfGroup(sql`follows.created_at`)} and ${isVisible}
  order by follows.created_at desc`;

const shownComment = sql`from comments where comments.id = notification.comment_id and removed_at is null`;

// Aggregates, so that an invisible comment gives nulls instead of no row.
const comment = sql`(
  select jsonb_build_object('postId', notification.post_id, 'commentId', notification.comment_id,
    'name', max(users.full_name), 'text', max(${beginning}))
  from (select * ${shownComment}) comments join users on users.id = comments.author_id where ${isVisible})`;

const review = sql`(
  select jsonb_build_object('name', max(users.full_name), 'rating', max(reviews.rating))
  from reviews join users on users.id = reviews.reviewer_id
  where reviews.id = (notification.data ->> 'reviewId')::uuid and ${isVisible})`;

const idsOf = sql`any(array(select jsonb_array_elements_text(notification.data -> 'ids'))::uuid[])`;

const merchants = sql`
  from wanted_posts wanted join users on users.id = wanted.author_id where wanted.id = ${idsOf} and ${isVisible}`;
const wanted = sql`(
  select jsonb_build_object('count', count(distinct users.id), 'crops', count(distinct crop_key),
    'name', (array_agg(full_name order by wanted.id desc))[1], 'username', (array_agg(username order by wanted.id desc))[1],
    'wantedId', (array_agg(wanted.id order by wanted.id desc))[1],
    'cropType', (array_agg(crop_type order by wanted.id desc))[1]) ${merchants})`;

const matches = sql`from posts where id = ${idsOf} and ${isPostVisible(sql`notification.user_id`)}`;
const ownWanted = sql`from wanted_posts where id = (notification.data ->> 'wantedId')::uuid`;
const match = sql`(
  select jsonb_build_object('count', count(*), 'postId', (array_agg(id order by id desc))[1],
    'title', (array_agg(title order by id desc))[1], 'cropType', (select crop_type ${ownWanted})) ${matches})`;

const otherParty = (row: RawBuilder<unknown>) => sql`(
  case when ${row}.buyer_id = notification.user_id then ${row}.seller_id else ${row}.buyer_id end)`;

const ownOffer = sql`from offers where offers.id = (notification.data ->> 'offerId')::uuid`;
const offer = sql`(
  select jsonb_build_object('userId', users.id, 'name', case when ${isVisible} then users.full_name end,
    'title', offers.title, 'quantity', round.quantity, 'unit', round.unit, 'price', round.price,
    'priceUnit', round.price_unit, 'dealId', (select id from deals where offer_id = offers.id))
  from (select * ${ownOffer}) offers join users on users.id = ${otherParty(sql`offers`)}
  cross join lateral (
    select * from offer_changes where offer_id = offers.id and quantity is not null
    order by created_at <= notification.created_at desc, version desc limit 1) round)`;

const ownDeal = sql`from deals where deals.id = (notification.data ->> 'dealId')::uuid`;
const deal = sql`(
  select jsonb_build_object('number', ${dealNumber}, 'title', deals.title,
    'name', case when ${isVisible} then users.full_name end,
    'by', case users.id when deals.buyer_id then 'buyer' else 'seller' end)
  from (select * ${ownDeal}) deals join users on users.id = ${otherParty(sql`deals`)})`;

/**
 * Empty groups and notifications of deleted reviews only remain so that a repeated like, follow or review
 * does not notify again.
 */
export const isShown = sql`(case notification.kind
  when 'like' then exists (${likers})
  when 'follow' then exists (${followers})
  when 'comment' then exists (select ${shownComment})
  when 'review' then exists (select from reviews where reviews.id = (notification.data ->> 'reviewId')::uuid)
  when 'wanted' then exists (select ${merchants})
  when 'wanted-match' then exists (select ${ownWanted}) and exists (select ${matches})
  when 'offer' then exists (select ${ownOffer})
  when 'deal' then exists (select ${ownDeal})
  else true end)`;

const owner = sql`(select jsonb_build_object('owner', username) from users where id = notification.user_id)`;
const post = sql`(select jsonb_build_object('postId', id, 'title', title) from posts where id = notification.post_id)`;

/** The stored part, and people and posts as they are now. */
export const notificationData = sql`(notification.data - array['reviewerId', 'ids'] || case notification.kind
  when 'comment' then ${comment}
  when 'review' then ${review}
  when 'like' then ${groupOf(likers)} || ${post}
  when 'follow' then ${groupOf(followers)} || ${owner}
  when 'wanted' then ${wanted}
  when 'wanted-match' then ${match}
  when 'offer' then ${offer}
  when 'deal' then ${deal}
  else '{}' end)`;
