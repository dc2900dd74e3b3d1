import { expressionBuilder, sql, type Expression, type RawBuilder } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { PostAmounts } from '@upaj/contract/trade/amounts';
import type { Post } from '@upaj/contract/trade/posts';
import type { PostGoods } from '#src/mandi/market-page/service.ts';
import type { PersonId } from '#src/people/access.ts';
import { authorJson } from '#src/people/rows.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { countUpTo, isBefore } from '#src/platform/db/pages.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { isoTime, microsOf } from '#src/platform/db/times.ts';
import type { ListCursor } from '#src/platform/http/paging.ts';
import { canSeePost, isPostShown } from './access.ts';

/** A post without the fields that differ by viewer, change often or depend on today's rates. */
export type StoredPost = Omit<
  Post,
  'marketPrice' | 'agreedPrice' | 'isHidden' | keyof PostView | keyof PostAccess
>;

/** The fields of a post that a statement for its viewer adds. */
export type PostView = Pick<Post, 'likesCount' | 'comments' | 'views' | 'isLiked' | 'isSaved'>;

/** The fields of a post that its author decides in the settings. */
export type PostAccess = Required<Pick<Post, 'isContactShown' | 'hasPublicPage'>>;

type Fields<T> = Record<keyof T, unknown>;

const { ref, fn } = expressionBuilder<DB, 'posts' | 'users'>();

/** Builds the contract's post from rows of `posts` and `users`. */
export const postJson = jsonBuildObject({
  _id: ref('posts.id'),
  title: ref('posts.title'),
  description: ref('posts.description'),
  price: ref('posts.price'),
  priceUnit: ref('posts.price_unit'),
  pricePerKg: ref('posts.price_per_kg'),
  originalPrice: ref('posts.original_price'),
  quantity: ref('posts.quantity'),
  category: ref('posts.category'),
  cropType: ref('posts.crop_type'),
  cropKey: ref('posts.crop_key'),
  tags: ref('posts.tags'),
  images: fn('jsonb_path_query_array', ['posts.images', sql.lit('$[*].url')]),
  imageInfo: ref('posts.images'),
  location: jsonBuildObject({
    state: ref('posts.state'),
    district: ref('posts.district'),
    city: ref('posts.city'),
    village: ref('posts.village'),
    pincode: ref('posts.pincode'),
  } satisfies Fields<Post['location']>),
  isAvailable: ref('posts.is_available'),
  isOrganic: ref('posts.is_organic'),
  isFeatured: ref('posts.is_featured'),
  createdAt: isoTime('posts.created_at'),
  specifications: jsonBuildObject({
    variety: ref('posts.variety'),
    harvestDate: ref('posts.harvest_date'),
    shelLife: ref('posts.shelf_life'),
    minorderQunatity: ref('posts.min_order_quantity'),
    packaging: ref('posts.packaging'),
  } satisfies Fields<Post['specifications']>),
  amounts: ref('posts.amounts'),
  author: authorJson,
} satisfies Fields<StoredPost>).$castTo<StoredPost>();

/**
 * Changes some amounts of a post together with their texts. Amounts that were not read yet stay null, and a job reads
 * all texts.
 */
export function changeAmounts(changed: Partial<PostAmounts>) {
  const eb = expressionBuilder<DB, 'posts'>();
  return eb('posts.amounts', '||', eb.cast(eb.val(JSON.stringify(changed)), 'jsonb')).$castTo<string>();
}

/** Says whether the viewer liked or saved the post, in queries of `posts`. */
export function isMarked(table: 'likes' | 'saved_posts', viewerId: PersonId): RawBuilder<boolean> {
  return sql`exists (
    select from ${sql.table(table)} marks where marks.user_id = ${viewerId} and marks.post_id = posts.id)`;
}

/** Selects the columns of `PostGoods`, by which the mandi price of a post is found. */
export const postGoods = [
  ref('posts.crop_key').as('cropKey'),
  ref('posts.price_unit').as('priceUnit'),
  ref('posts.state').as('state'),
  ref('posts.district').as('district'),
  ref('posts.variety').as('variety'),
] as const;

export interface MarkedPost extends PostGoods {
  id: string;
  at: number;
  post: StoredPost;
  view: PostView;
}

export interface MarkedPage {
  rows: MarkedPost[];
  total: number | undefined;
}

/** Begins a like, a save or a comment: it locks the post before its marks and counts, as its deletion does. */
export function lockVisiblePost(db: Database, viewerId: PersonId, postId: string | Expression<string>) {
  return db.with('post', (query) =>
    query
      .selectFrom('posts')
      .select('posts.id')
      .where('posts.id', '=', postId)
      .where(canSeePost(viewerId))
      .forKeyShare(),
  );
}

/**
 * Lists the posts that a user liked or saved, latest first. Goes along the index of the user's rows, past posts that
 * the user may not see. `offset 0` prevents a scan of all posts.
 */
export async function findMarked(
  db: Database,
  table: 'likes' | 'saved_posts',
  userId: string,
  cursor: ListCursor | undefined,
  limit: number,
): Promise<MarkedPage> {
  const marked = db
    .selectFrom(db.dynamic.table(table).as('marks'))
    .innerJoinLateral(
      (eb) => eb.selectFrom('posts').selectAll().whereRef('id', '=', 'marks.post_id').offset(0).as('posts'),
      (join) => join.onTrue(),
    )
    .where('marks.user_id', '=', userId)
    .where(isPostShown)
    .where(canSeePost(userId));
  const rows = await marked
    .innerJoin('users', 'users.id', 'posts.author_id')
    .innerJoin('post_counts as counts', 'counts.post_id', 'posts.id')
    .$if(cursor !== undefined, (query) => query.where(isBefore('marks.created_at', 'marks.post_id', cursor)))
    .select((eb) => [
      'posts.id',
      microsOf('marks.created_at').as('at'),
      postJson.as('post'),
      ...postGoods,
      jsonBuildObject({
        likesCount: eb.ref('counts.likes'),
        comments: eb.ref('counts.comments'),
        views: eb.ref('counts.views'),
        isLiked: table === 'likes' ? sql.lit(true) : isMarked('likes', userId),
        isSaved: table === 'saved_posts' ? sql.lit(true) : isMarked('saved_posts', userId),
      }).as('view'),
    ])
    .orderBy('marks.created_at', 'desc')
    .orderBy('marks.post_id', 'desc')
    .limit(limit + 1)
    .execute();
  return { rows, total: cursor ? undefined : await countUpTo(db, marked.select('marks.post_id')) };
}
