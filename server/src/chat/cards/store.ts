import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#src/platform/db/connect.ts';
import { offerJson } from '#src/chat/rows.ts';
import { canSeePost, canSeeWanted } from '#src/trade/access.ts';

/** What a message can be about. Each reader sees the card of what they may see. */
export interface About {
  postId: string | null;
  wantedId: string | null;
}

export const postCard = (viewerId: string): RawBuilder<unknown> => sql`(
  select json_build_object('_id', posts.id, 'title', posts.title, 'price', posts.price,
    'priceUnit', posts.price_unit, 'image', posts.images -> 0 ->> 'url', 'isAvailable', posts.is_available)
  from posts where posts.id = messages.post_id and ${canSeePost(viewerId)})`;

export const wantedCard = (viewerId: string): RawBuilder<unknown> => sql`(
  select json_build_object('_id', wanted.id, 'cropType', wanted.crop_type, 'quantity', wanted.quantity,
    'unit', wanted.unit, 'maxPrice', wanted.max_price, 'priceUnit', wanted.price_unit, 'isOpen', wanted.is_open,
    'isEnded', wanted.end_date < (now() at time zone 'Asia/Kolkata')::date)
  from wanted_posts wanted where wanted.id = messages.wanted_id and ${canSeeWanted(viewerId)})`;

/** Sender and receiver are its sides. */
export const offerCard = sql`(select ${offerJson} from offers where offers.id = messages.offer_id)`;

/** What the receiver may see. */
export const cardsForReceiver = sql<{ post: boolean; wanted: boolean }>`json_build_object(
  'post', exists (
    select from posts where posts.id = messages.post_id and ${canSeePost(sql`messages.receiver_id`)}),
  'wanted', exists (
    select from wanted_posts wanted
    where wanted.id = messages.wanted_id and ${canSeeWanted(sql`messages.receiver_id`)}))`;

/** @returns why the sender cannot attach them. */
export async function findMissing(
  trx: Database,
  senderId: string,
  { postId, wantedId }: About,
): Promise<'POST_NOT_FOUND' | 'WANTED_NOT_FOUND' | undefined> {
  if (postId) {
    const { rows } = await sql`
      select 1 from posts where id = ${postId} and ${canSeePost(senderId)} for key share`.execute(trx);
    if (rows.length === 0) return 'POST_NOT_FOUND';
  }
  if (wantedId) {
    const { rows } = await sql`
      select 1 from wanted_posts wanted where id = ${wantedId} and ${canSeeWanted(senderId)}`.execute(trx);
    if (rows.length === 0) return 'WANTED_NOT_FOUND';
  }
  return undefined;
}
