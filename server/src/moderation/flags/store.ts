import { sql, type SqlBool } from 'kysely';
import type { BadgePart } from '@upaj/contract/people/checks';
import type { PriceUnit } from '@upaj/contract/trade/units';
import { isActivePerson } from '#src/people/access.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import type { PhotoHash } from '#src/platform/media/photo-hash.ts';
import { isAfterRemoved, isCopy, selectEarlierAlike } from './rows.ts';
import type { CompletedDeal, OtherPost } from './rules.ts';

/** How many posts or accounts a rule compares with at most. */
const mostCompared = 50;
/** How many of a seller's newest deals a rule reads at most. */
const mostDeals = 200;

export interface HashedPhoto {
  name: string;
  postId: string;
  hash: PhotoHash;
}

/** Locks and returns the posts that are shown. */
export function lockPosts(postIds: readonly string[], trx: Transaction) {
  return trx
    .selectFrom('posts')
    .select(['id', 'author_id as authorId', 'title', 'description', 'price', 'crop_key as cropKey'])
    .select((eb) => eb.ref('price_unit').$castTo<PriceUnit>().as('priceUnit'))
    .select(['variety', 'state', 'district'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(postIds))))
    .where('is_hidden', '=', false)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export async function saveText(postId: string, hash: string, trx: Transaction): Promise<void> {
  await trx
    .insertInto('post_texts')
    .values({ post_id: postId, text_hash: hash })
    .onConflict((conflict) =>
      conflict
        .column('post_id')
        .doUpdateSet((eb) => ({ text_hash: hash, since: eb.fn<Date>('now') }))
        .where('post_texts.text_hash', '!=', hash),
    )
    .execute();
}

export async function removeTexts(postIds: readonly string[], trx: Transaction): Promise<void> {
  if (postIds.length === 0) return;
  await trx
    .deleteFrom('post_texts')
    .where((eb) => eb('post_id', '=', eb.fn.any(eb.val(postIds))))
    .execute();
}

/** Finds the photos of the posts, by the id of their post. */
export async function findPhotos(
  postIds: readonly string[],
  trx: Transaction,
): Promise<Map<string, HashedPhoto[]>> {
  const rows = await trx
    .selectFrom('post_photos')
    .selectAll()
    .where((eb) => eb('post_id', '=', eb.fn.any(eb.val(postIds))))
    .execute();
  return Map.groupBy(
    rows.map(({ name, post_id: postId, part_1, part_2, part_3, part_4 }): HashedPhoto => {
      return { name, postId, hash: [part_1, part_2, part_3, part_4] };
    }),
    ({ postId }) => postId,
  );
}

/** Finds posts of other accounts that had this text before the post, whose text is stored. */
export function findSameText(
  { postId, authorId }: OtherPost,
  hash: string,
  trx: Transaction,
): Promise<OtherPost[]> {
  return trx
    .selectFrom('post_texts')
    .innerJoin('posts', 'posts.id', 'post_texts.post_id')
    .select(['posts.id as postId', 'author_id as authorId'])
    .where('text_hash', '=', hash)
    .where('author_id', '!=', authorId)
    .where(
      sql<SqlBool>`(coalesce(post_texts.since, posts.created_at), posts.id) < (
        select coalesce(own.since, own_posts.created_at), own.post_id
        from post_texts own join posts own_posts on own_posts.id = own.post_id
        where own.post_id = ${postId})`,
    )
    .limit(mostCompared)
    .execute();
}

/** Finds posts of other accounts that had a photo which looks like this one before. */
export function findSamePhoto(photo: HashedPhoto, authorId: string, trx: Transaction): Promise<OtherPost[]> {
  return selectEarlierAlike(trx, photo, authorId)
    .select(['posts.id as postId', 'author_id as authorId'])
    .limit(mostCompared)
    .execute();
}

/** Finds removed posts with this text that had a photo which looks like one of the post before it. */
export async function findRemoved(postId: string, text: string, trx: Transaction): Promise<string[]> {
  const rows = await trx
    .selectFrom('removed_posts')
    .innerJoin('post_photos', (join) => join.on('post_photos.post_id', '=', postId))
    .innerJoin('posts', 'posts.id', 'post_photos.post_id')
    .select('removed_posts.post_id')
    .distinct()
    .where('text_hash', '=', text)
    .where('removed_posts.post_id', '!=', postId)
    .where(isCopy)
    .where(isAfterRemoved)
    .limit(mostCompared)
    .execute();
  return rows.map((row) => row.post_id);
}

export async function saveAddress(
  userId: string,
  address: string,
  at: Date,
  trx: Transaction,
): Promise<void> {
  await trx
    .insertInto('registration_addresses')
    .columns(['user_id', 'address_hash', 'registered_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select((of) => [
          'id',
          of.val(address).as('address_hash'),
          of.cast<Date>(of.val(at), 'timestamptz').as('registered_at'),
        ])
        .where('member_id', '=', userId)
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Finds other accounts that registered from this address after `since` and not after `until`. */
export async function findSameAddress(
  userId: string,
  address: string,
  { since, until }: { since: Date; until: Date },
  trx: Transaction,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('registration_addresses')
    .select('user_id')
    .where('address_hash', '=', address)
    .where('registered_at', '>', since)
    .where('registered_at', '<=', until)
    .where('user_id', '!=', userId)
    .orderBy('registered_at', 'desc')
    .limit(mostCompared)
    .execute();
  return rows.map((row) => row.user_id);
}

/** Returns the users whose account was not deleted. */
export async function filterMembers(userIds: readonly string[], trx: Transaction): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb('member_id', '=', eb.fn.any(eb.val(userIds))))
    .execute();
  return rows.map(({ id }) => id);
}

export function findIdentities(userIds: readonly string[], trx: Transaction) {
  return trx
    .selectFrom('users')
    .select(['id', 'full_name as fullName', 'business_name as businessName', 'contact', 'avatar'])
    .select((eb) => [
      eb.ref('badge_changes').$castTo<BadgePart[]>().as('changed'),
      'verified_at as verifiedAt',
    ])
    .where((eb) => eb('member_id', '=', eb.fn.any(eb.val(userIds))))
    .orderBy('id')
    .execute();
}

export function findSellers(dealIds: readonly string[], trx: Transaction) {
  return trx
    .selectFrom('deals')
    .innerJoin('users', 'users.id', 'deals.seller_id')
    .select(['users.id', 'users.created_at as since'])
    .distinct()
    .where((eb) => eb('deals.id', '=', eb.fn.any(eb.val(dealIds))))
    .where(isActivePerson)
    .orderBy('users.id')
    .execute();
}

/** Finds the newest deals of a seller that were completed after `since`. */
export function findCompleted(sellerId: string, since: Date, trx: Transaction): Promise<CompletedDeal[]> {
  return trx
    .selectFrom('deals')
    .innerJoin('users as buyers', 'buyers.id', 'deals.buyer_id')
    .select(['buyer_id as buyerId', 'buyers.created_at as buyerSince', 'deals.created_at as agreedAt'])
    .select((eb) => eb.ref('ended_at').$notNull().as('completedAt'))
    .where('seller_id', '=', sellerId)
    .where('status', '=', 'completed')
    .where('ended_at', '>', since)
    .orderBy('deals.id', 'desc')
    .limit(mostDeals)
    .execute();
}

/** Returns hashes of what the rules found about a thing before, each after the name of its rule. */
export async function findEarlier(thingId: string, trx: Transaction): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('flags')
    .select(sql<string>`rule || ' ' || found_in`.as('key'))
    .where('thing_id', '=', thingId)
    .execute();
  return new Set(rows.map(({ key }) => key));
}
