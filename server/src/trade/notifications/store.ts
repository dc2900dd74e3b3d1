import { sql, type SqlBool } from 'kysely';
import { canMeet, isActivePerson } from '#src/people/access.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import { partPattern } from '#src/platform/db/expressions.ts';
import { isPostShown } from '#src/trade/access.ts';
import type { PostFacts } from '#src/trade/saved-searches/is-match.ts';
import { isWantedNow } from '#src/trade/wanted/rows.ts';

export interface NotifiedComment {
  id: string;
  authorId: string;
  createdAt: Date;
  postId: string;
  sellerId: string;
  canMeetSeller: boolean;
  title: string;
}

export interface OpenWanted {
  id: string;
  authorId: string;
  cropKey: string;
  state: string;
  district: string;
}

export interface Farmer {
  userId: string;
  state: string;
  district: string;
  /** Null for farmers who were found by a post of the crop. */
  mainProduct: string | null;
}

export interface WantedMatch {
  postId: string;
  wantedId: string;
  userId: string;
}

const latestCommenters = 100;
/** At most this many posts are read, and at most this many farmers by their main product. */
const mostCandidates = 5_000;
/** A new post is compared with at most `mostCompared` open wanted posts, and can match `mostMatches` of them. */
const mostCompared = 1_000;
const mostMatches = 200;

/** Locks the posts, so that they are not deleted before their notifications are added. */
export async function lockPosts(
  trx: Transaction,
  postIds: readonly string[],
): Promise<{ id: string; authorId: string }[]> {
  return trx
    .selectFrom('posts')
    .select(['id', 'author_id as authorId'])
    .where((of) => of('id', '=', of.fn.any(of.val(postIds))))
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** Locks the comments and their posts, so that they are not deleted before their notifications are added. */
export async function lockComments(
  trx: Transaction,
  commentIds: readonly string[],
): Promise<NotifiedComment[]> {
  return trx
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select([
      'comments.id',
      'comments.author_id as authorId',
      'comments.created_at as createdAt',
      'posts.id as postId',
      'posts.author_id as sellerId',
      'posts.title',
      canMeet(sql.ref('comments.author_id')).as('canMeetSeller'),
    ])
    .where((of) => of('comments.id', '=', of.fn.any(of.val(commentIds))))
    .where('comments.removed_at', 'is', null)
    .orderBy('comments.id')
    .forKeyShare(['comments', 'posts'])
    .execute();
}

/** Finds the authors of the latest comments on the post whom the seller can meet. */
export async function findCommenters(trx: Transaction, postId: string, sellerId: string): Promise<string[]> {
  const latest = trx
    .selectFrom('comments')
    .select('author_id')
    .where('post_id', '=', postId)
    .where('removed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(latestCommenters);
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', latest)
    .where('id', '<>', sellerId)
    .where(canMeet(sellerId))
    .execute();
  return rows.map(({ id }) => id);
}

export async function findThoseWhoCanMeet(
  trx: Transaction,
  personId: string,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where(canMeet(personId))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks the posts that are not hidden, so that they are not deleted before their matches are added. */
export async function lockNewPosts(trx: Transaction, postIds: readonly string[]): Promise<PostFacts[]> {
  return trx
    .selectFrom('posts')
    .select([
      'id',
      'author_id as authorId',
      'category',
      'crop_key as cropKey',
      'state',
      'district',
      'price_rank as priceRank',
      'search_text as searchText',
      'is_available as isAvailable',
      'is_organic as isOrganic',
      'is_hidden as isHidden',
    ])
    .where((of) => of('id', '=', of.fn.any(of.val(postIds))))
    .where(isPostShown)
    .orderBy('id')
    .forKeyShare()
    .execute();
}

export async function findOpenWanted(trx: Transaction, wantedId: string): Promise<OpenWanted | undefined> {
  return trx
    .selectFrom('wanted_posts as wanted')
    .innerJoin('users', 'users.id', 'wanted.author_id')
    .select([
      'wanted.id',
      'wanted.author_id as authorId',
      'wanted.crop_key as cropKey',
      'wanted.state',
      'wanted.district',
    ])
    .where('wanted.id', '=', wantedId)
    .where(isWantedNow)
    .where(isActivePerson)
    .executeTakeFirst();
}

/** Finds the authors of the latest posts of the crop, and farmers whose main product contains one of its folded names. */
export async function findFarmers(
  trx: Transaction,
  cropKey: string,
  names: readonly string[],
): Promise<Farmer[]> {
  const posts = trx
    .selectFrom('posts')
    .select(['author_id', 'state', 'district'])
    .where('crop_key', '=', cropKey)
    .where('is_available', '=', true)
    .where(isPostShown)
    .orderBy('id', 'desc')
    .limit(mostCandidates);
  const patterns = names.map(partPattern);
  const ofCrop = await trx
    .selectFrom(posts.as('posts'))
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select((eb) => ['users.id as userId', 'posts.state', 'posts.district', eb.lit(null).as('mainProduct')])
    .where('users.user_type', '=', 'farmer')
    .distinct()
    .execute();
  const byProduct = await trx
    .selectFrom('users')
    .select(['id as userId', 'state', 'district', 'major_product as mainProduct'])
    .where('user_type', '=', 'farmer')
    .where(isActivePerson)
    .where(sql<SqlBool>`search_product like any(${patterns}::text[])`)
    .limit(mostCandidates)
    .execute();
  return [...ofCrop, ...byProduct];
}

/** Finds the newest wanted posts that each of the new posts fits. Prices of units that cannot be compared fit. */
export async function findWantedMatches(
  trx: Transaction,
  postIds: readonly string[],
): Promise<WantedMatch[]> {
  return trx
    .selectFrom('posts')
    .innerJoinLateral(
      (eb) => {
        const newest = eb
          .selectFrom('wanted_posts')
          .selectAll()
          .whereRef('crop_key', '=', 'posts.crop_key')
          .where('is_open', '=', true)
          .orderBy('id', 'desc')
          .limit(mostCompared);
        return eb
          .selectFrom(newest.as('wanted'))
          .innerJoin('users', 'users.id', 'wanted.author_id')
          .select(['wanted.id', 'wanted.author_id'])
          .where(isWantedNow)
          .whereRef('wanted.id', '<', 'posts.id')
          .whereRef('wanted.author_id', '<>', 'posts.author_id')
          .where((of) =>
            of
              .case()
              .whenRef('posts.price_unit', '=', 'wanted.price_unit')
              .then(of('posts.price', '<=', of.ref('wanted.max_price')))
              .else(of.fn.coalesce(of('posts.price_per_kg', '<=', of.ref('wanted.max_per_kg')), of.lit(true)))
              .end(),
          )
          .where(canMeet(sql.ref('posts.author_id')))
          .orderBy('wanted.id', 'desc')
          .limit(mostMatches)
          .as('wanted');
      },
      (join) => join.onTrue(),
    )
    .select(['posts.id as postId', 'wanted.id as wantedId', 'wanted.author_id as userId'])
    .where((of) => of('posts.id', '=', of.fn.any(of.val(postIds))))
    .where('posts.is_available', '=', true)
    .where(isPostShown)
    .execute();
}
