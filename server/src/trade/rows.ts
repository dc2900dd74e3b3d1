import { expressionBuilder, sql, type RawBuilder } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Post } from '@upaj/contract/trade/posts';
import { authorJson } from '#src/people/rows.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { isoTime } from '#src/platform/db/times.ts';

/** A post without what differs by viewer, changes often or depends on today's rates. */
export type StoredPost = Omit<
  Post,
  'marketPrice' | 'agreedPrice' | 'isHidden' | keyof PostView | keyof PostAccess
>;

/** What the viewer's statement adds to a post. */
export type PostView = Pick<Post, 'likesCount' | 'comments' | 'views' | 'isLiked' | 'isSaved'>;

/** What the author allows. */
export type PostAccess = Required<Pick<Post, 'isContactShown' | 'hasPublicPage'>>;

type Fields<T> = Record<keyof T, unknown>;

const { ref, fn } = expressionBuilder<DB, 'posts' | 'users'>();

/** Rows of `posts` and `users` as the contract's post. */
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
  author: authorJson,
} satisfies Fields<StoredPost>).$castTo<StoredPost>();

/** Says whether the viewer liked or saved the post, in queries of `posts`. */
export function isMarked(table: 'likes' | 'saved_posts', viewerId: string): RawBuilder<boolean> {
  return sql`exists (
    select from ${sql.table(table)} marks where marks.user_id = ${viewerId} and marks.post_id = posts.id)`;
}

/** What finds the mandi price of a post: the columns of `PostGoods`. */
export const postGoods = [
  ref('posts.crop_key').as('cropKey'),
  ref('posts.price_unit').as('priceUnit'),
  ref('posts.state').as('state'),
  ref('posts.district').as('district'),
  ref('posts.variety').as('variety'),
] as const;
