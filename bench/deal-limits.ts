import { sql } from 'kysely';
import type { Database } from '../server/src/platform/db/connect.ts';
import type { Market } from './people.ts';

const copied = [
  'offers',
  'offer_changes',
  'deals',
  'deal_events',
  'conversations',
  'messages',
  'notifications',
];

/** With all indexes and foreign keys of the originals, but without triggers. */
export const dealTables = `
  ${copied.map((name) => `create table limit_deal_${name} (like ${name} including all);`).join('\n')}
  create table limit_deal_undelivered (notification_id uuid);
  do $$
  declare
    key record;
  begin
    for key in select conrelid::regclass as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'f' and conrelid = any('{${copied.join(',')}}'::regclass[])
    loop
      execute format('alter table limit_deal_%s add %s', key.name,
        regexp_replace(replace(key.definition, 'REFERENCES posts', 'REFERENCES limit_posts'),
          'REFERENCES (${copied.join('|')})\\M', 'REFERENCES limit_deal_\\1'));
    end loop;
  end $$`;

const terms = `0.01, 'quintal', 2105.75, 'per quintal', 'pickup', 21.06, '', now() + interval '3 days'`;
const columns = 'quantity, unit, price, price_unit, delivery, total, note, valid_until';

type Values = readonly unknown[];
type Statement = readonly [text: string, values: Values];

/** Of a change that is written: a message, and a notification of the other side. */
function announce(
  event: string,
  by: 'buyer' | 'seller',
  [offerId, messageId, notificationId]: Values,
): Statement[] {
  const pair = by === 'buyer' ? 'buyer_id, seller_id' : 'seller_id, buyer_id';
  const receiver = by === 'buyer' ? 'seller_id' : 'buyer_id';
  return [
    [
      `insert into limit_deal_conversations
        (id, low_id, high_id, last_number, last_at, low_wrote, high_wrote, low_unseen, high_unseen)
      select $2, least(buyer_id, seller_id), greatest(buyer_id, seller_id), 1, now(), true, true, 1, 0
      from limit_deal_offers where id = $1
      on conflict (low_id, high_id) do update set last_number = limit_deal_conversations.last_number + 1, last_at = now(),
        low_unseen = limit_deal_conversations.low_unseen + 1`,
      [offerId, messageId],
    ],
    [
      `insert into limit_deal_messages
        (conversation_id, number, id, client_id, sender_id, receiver_id, text, offer_id, offer_version, created_at)
      select conversation.id, last_number, $2, $2, ${pair}, '', offer.id, version, now()
      from limit_deal_offers offer join limit_deal_conversations conversation
        on low_id = least(buyer_id, seller_id) and high_id = greatest(buyer_id, seller_id)
      where offer.id = $1`,
      [offerId, messageId],
    ],
    [
      `insert into limit_deal_notifications (id, user_id, kind, data)
      select $2, ${receiver}, 'offer', jsonb_build_object('offerId', id, 'event', '${event}')
      from limit_deal_offers where id = $1`,
      [offerId, notificationId],
    ],
    ['insert into limit_deal_undelivered values ($1)', [notificationId]],
  ];
}

/** By hand: the statements of one transaction that writes the rows of the app, one for each. */
export const dealTransactions = {
  offer: ([offerId, messageId, notificationId, buyerId, postId]: Values): Statement[] => [
    [
      `insert into limit_deal_offers
        (id, client_id, post_id, buyer_id, seller_id, title, crop_type, crop_key, turn, valid_until)
      select $1, $1, id, $2, author_id, title, crop_type, crop_key, 'seller', now() + interval '3 days'
      from limit_posts where id = $3`,
      [offerId, buyerId, postId],
    ],
    [
      `insert into limit_deal_offer_changes (offer_id, version, action, by_side, ${columns})
      values ($1, 1, 'offer', 'buyer', ${terms})`,
      [offerId],
    ],
    ...announce('made', 'buyer', [offerId, messageId, notificationId]),
  ],
  counter: ([offerId, messageId, notificationId]: Values): Statement[] => [
    [
      `update limit_deal_offers set turn = 'buyer', version = 2, changed_at = now(), valid_until = now() + interval '3 days'
      where id = $1 and status = 'open' and version = 1 and turn = 'seller'`,
      [offerId],
    ],
    [
      `insert into limit_deal_offer_changes (offer_id, version, action, by_side, ${columns})
      values ($1, 2, 'counter', 'seller', ${terms})`,
      [offerId],
    ],
    ...announce('countered', 'seller', [offerId, messageId, notificationId]),
  ],
  accept: ([offerId, messageId, notificationId, number]: Values): Statement[] => [
    [
      `update limit_deal_offers set status = 'accepted', version = 2, changed_at = now()
      where id = $1 and status = 'open' and version = 1 and turn = 'seller'`,
      [offerId],
    ],
    [
      `insert into limit_deal_offer_changes (offer_id, version, action, by_side) values ($1, 2, 'accept', 'seller')`,
      [offerId],
    ],
    [
      `insert into limit_deal_deals (id, number, offer_id, post_id, buyer_id, seller_id, title, crop_type, crop_key, village,
        city, district, state, pincode, quantity, unit, price, price_unit, delivery, total, note, taken)
      select $2, $3, offer.id, posts.id, buyer_id, seller_id, posts.title, posts.crop_type, posts.crop_key, village, city, district,
        state, pincode, round.quantity, round.unit, round.price, round.price_unit, round.delivery, round.total, round.note, 0.01
      from limit_deal_offers offer join limit_posts posts on posts.id = post_id
      join limit_deal_offer_changes round on round.offer_id = offer.id and round.version = 1
      where offer.id = $1`,
      [offerId, messageId, number],
    ],
    [
      `insert into limit_deal_deal_events (deal_id, number, kind, by_side) values ($1, 1, 'agreed', 'seller')`,
      [messageId],
    ],
    [
      `update limit_posts set quantity = '9.99 quintal', updated_at = now()
      from limit_deal_offers offer where limit_posts.id = post_id and offer.id = $1`,
      [offerId],
    ],
    ...announce('accepted', 'seller', [offerId, messageId, notificationId]),
  ],
};

/** Different for each number, as long as it is less than the square of half the writers. No person is in two offers at a time. */
export function pairOf({ writers }: Market, number: number) {
  const half = Math.floor(writers.length / 2);
  const buyer = writers[number % half];
  const seller = writers[half + ((number + Math.floor(number / half)) % half)];
  if (!buyer || !seller) throw new Error('There are no writers');
  return { buyer, seller };
}

export function offerId(number: number): string {
  return `01900000-0003-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Open offers with these numbers, for the app and for the limit. */
export async function addOpenOffers(
  db: Database,
  market: Market,
  from: number,
  count: number,
): Promise<void> {
  for (let start = from; start < from + count; start += 10_000) {
    const numbers = Array.from(
      { length: Math.min(10_000, from + count - start) },
      (_, index) => start + index,
    );
    const pairs = numbers.map((number) => pairOf(market, number));
    await sql`
      insert into offers (id, client_id, post_id, buyer_id, seller_id, title, crop_type, crop_key, turn, valid_until)
      select given.id, given.id, posts.id, buyer_id, author_id, title, crop_type, crop_key, 'seller', now() + interval '3 days'
      from unnest(${numbers.map(offerId)}::uuid[], ${pairs.map(({ buyer }) => buyer.id)}::uuid[],
        ${pairs.map(({ seller }) => seller.postId)}::uuid[]) given (id, buyer_id, post_id)
      join posts on posts.id = given.post_id`.execute(db);
  }
  const isNew = sql`id between ${offerId(from)}::uuid and ${offerId(from + count - 1)}::uuid`;
  await sql`
    insert into offer_changes (offer_id, version, action, by_side, ${sql.raw(columns)})
    select id, 1, 'offer', 'buyer', ${sql.raw(terms)} from offers where ${isNew}`.execute(db);
  await sql`insert into limit_deal_offers select * from offers where ${isNew}`.execute(db);
  await sql`
    insert into limit_deal_offer_changes
    select * from offer_changes where offer_id in (select id from offers where ${isNew})`.execute(db);
}
