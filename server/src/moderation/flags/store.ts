import { sql } from 'kysely';
import type { PriceUnit } from '@upaj/contract/trade/units';
import { isActivePerson } from '#src/people/access.ts';
import type { Database, Transaction } from '#src/platform/db/connect.ts';
import type { PhotoHash } from '#src/platform/media/photo-hash.ts';
import { isCopy, looksLike } from './rows.ts';
import type { CompletedDeal, OtherPost } from './rules.ts';
import { thresholds } from './thresholds.ts';

/** So many posts or accounts are enough to compare with. */
const mostCompared = 50;
/** So many of a seller’s newest deals are read. */
const mostDeals = 200;

export interface HashedPhoto {
  name: string;
  postId: string;
  hash: PhotoHash;
}

export const flagsStore = {
  /** Those of the posts that are shown. */
  lockPosts(trx: Transaction, postIds: readonly string[]) {
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
  },

  async saveText(trx: Transaction, postId: string, hash: string): Promise<void> {
    await trx
      .insertInto('post_texts')
      .values({ post_id: postId, text_hash: hash })
      .onConflict((conflict) =>
        conflict.column('post_id').doUpdateSet({ text_hash: hash }).where('post_texts.text_hash', '!=', hash),
      )
      .execute();
  },

  /** Texts that became short are no longer compared. */
  async removeTexts(trx: Transaction, postIds: readonly string[]): Promise<void> {
    if (postIds.length === 0) return;
    await trx
      .deleteFrom('post_texts')
      .where((eb) => eb('post_id', '=', eb.fn.any(eb.val(postIds))))
      .execute();
  },

  /** The keys are the ids of the posts. */
  async findPhotos(executor: Database, postIds: readonly string[]): Promise<Map<string, HashedPhoto[]>> {
    const rows = await executor
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
  },

  /** Posts of other accounts with this text. */
  findSameText(executor: Database, hash: string, authorId: string): Promise<OtherPost[]> {
    return executor
      .selectFrom('post_texts')
      .innerJoin('posts', 'posts.id', 'post_texts.post_id')
      .select(['posts.id as postId', 'author_id as authorId'])
      .where('text_hash', '=', hash)
      .where('author_id', '!=', authorId)
      .limit(mostCompared)
      .execute();
  },

  /** Posts of other accounts with a photo that looks like this one. */
  findSamePhoto(executor: Database, hash: PhotoHash, authorId: string): Promise<OtherPost[]> {
    return executor
      .selectFrom('post_photos')
      .innerJoin('posts', 'posts.id', 'post_photos.post_id')
      .select(['posts.id as postId', 'author_id as authorId'])
      .where(looksLike(hash))
      .where('author_id', '!=', authorId)
      .limit(mostCompared)
      .execute();
  },

  /** Removed posts with this text and a photo that looks like one of the post. */
  async findRemoved(executor: Database, postId: string, text: string): Promise<string[]> {
    const rows = await executor
      .selectFrom('removed_posts')
      .innerJoin('post_photos', (join) => join.on('post_photos.post_id', '=', postId))
      .select('removed_posts.post_id')
      .distinct()
      .where('text_hash', '=', text)
      .where('removed_posts.post_id', '!=', postId)
      .where(isCopy)
      .limit(mostCompared)
      .execute();
    return rows.map((row) => row.post_id);
  },

  async saveAddress(trx: Transaction, userId: string, address: string, at: Date): Promise<void> {
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
  },

  /** Other accounts that were opened from this address in the hours before. */
  async findSameAddress(executor: Database, userId: string, address: string, at: Date): Promise<string[]> {
    const since = new Date(at.getTime() - thresholds.addressHours * 60 * 60_000);
    const rows = await executor
      .selectFrom('registration_addresses')
      .select('user_id')
      .where('address_hash', '=', address)
      .where('registered_at', '>', since)
      .where('registered_at', '<=', at)
      .where('user_id', '!=', userId)
      .orderBy('registered_at', 'desc')
      .limit(mostCompared)
      .execute();
    return rows.map((row) => row.user_id);
  },

  /** Those of the users whose account was not deleted. */
  async filterMembers(executor: Database, userIds: readonly string[]): Promise<string[]> {
    const rows = await executor
      .selectFrom('users')
      .select('id')
      .where((eb) => eb('member_id', '=', eb.fn.any(eb.val(userIds))))
      .execute();
    return rows.map(({ id }) => id);
  },

  findSellers(executor: Database, dealIds: readonly string[]) {
    return executor
      .selectFrom('deals')
      .innerJoin('users', 'users.id', 'deals.seller_id')
      .select(['users.id', 'users.created_at as since'])
      .distinct()
      .where((eb) => eb('deals.id', '=', eb.fn.any(eb.val(dealIds))))
      .where(isActivePerson)
      .orderBy('users.id')
      .execute();
  },

  /** The deals of a seller that were completed in the last days. */
  findCompleted(executor: Database, sellerId: string): Promise<CompletedDeal[]> {
    const since = new Date(Date.now() - thresholds.circleDays * 24 * 60 * 60_000);
    return executor
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
  },

  /** Hashes of what rules found about a thing before, each with its rule. */
  async findEarlier(executor: Database, thingId: string): Promise<Set<string>> {
    const rows = await executor
      .selectFrom('flags')
      .select(sql<string>`rule || ' ' || found_in`.as('key'))
      .where('thing_id', '=', thingId)
      .execute();
    return new Set(rows.map(({ key }) => key));
  },
};

export type FlagsStore = typeof flagsStore;
