import { sql, type RawBuilder } from 'kysely';
import type { MarketPrice } from '@upaj/contract/mandi/market-prices';

/** A timestamp as ISO 8601 in UTC with milliseconds, like `Date.toJSON`. */
export function isoTime(column: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A timestamp in microseconds since 1970, the precision of cursors; exact in a float8. */
export function microsOf(column: string): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::float8`;
}

export function timeOf(micros: number): RawBuilder<Date> {
  return sql<Date>`(timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond')`;
}

export const authorJson = sql`json_build_object(
  '_id', users.id, 'username', users.username, 'fullName', users.full_name, 'avatar', users.avatar,
  'userType', users.user_type, 'isVerified', users.is_verified, 'rating', users.rating,
  'totalReviews', users.total_reviews, 'createdAt', ${isoTime('users.created_at')})`;

/**
 * A post with its author as JSON text, from `posts` joined with `users`, without `marketPrice` and the
 * viewer's `isLiked`. Built by PostgreSQL because that is faster than serializing rows here.
 */
export const postJson = sql<string>`json_build_object(
  '_id', posts.id, 'title', posts.title, 'description', posts.description,
  'price', posts.price, 'priceUnit', posts.price_unit, 'pricePerKg', posts.price_per_kg,
  'originalPrice', posts.original_price, 'quantity', posts.quantity,
  'category', posts.category, 'cropType', posts.crop_type, 'tags', posts.tags,
  'images', jsonb_path_query_array(posts.images, '$[*].url'),
  'imageInfo', posts.images,
  'location', json_build_object('state', posts.state, 'district', posts.district, 'city', posts.city,
    'village', posts.village, 'pincode', posts.pincode),
  'isAvailable', posts.is_available, 'isOrganic', posts.is_organic, 'isFeatured', posts.is_featured,
  'likesCount', posts.likes_count, 'comments', posts.comments_count, 'views', posts.views_count,
  'createdAt', ${isoTime('posts.created_at')},
  'specifications', json_build_object('variety', posts.variety, 'harvestDate', posts.harvest_date,
    'shelLife', posts.shelf_life, 'minorderQunatity', posts.min_order_quantity, 'packaging', posts.packaging),
  'author', ${authorJson})::text`;

export const postGoods = sql`posts.crop_key as "cropKey", posts.price_unit as "priceUnit", posts.state as state,
  posts.district as district, posts.variety as variety`;

export function withPrice(json: string, price: MarketPrice | null): string {
  return `${json.slice(0, -1)},"marketPrice":${JSON.stringify(price)}}`;
}

export function withLike(json: string, isLiked: boolean): string {
  return `${json.slice(0, -1)},"isLiked":${isLiked}}`;
}
