import { sql, type Insertable, type Updateable } from 'kysely';
import { limits } from '@upaj/contract/limits';
import type { AgreedPrice } from '@upaj/contract/mandi/market-prices';
import type { Post } from '@upaj/contract/trade/posts';
import type { PostGoods } from '#src/mandi/market-page/service.ts';
import { agreedPrice } from '#src/platform/db/agreed-price.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { recordJson } from '#src/platform/db/deal-record.ts';
import { unlessOrphaned } from '#src/platform/db/orphans.ts';
import type { DB } from '#src/platform/db/schema.ts';
import { isoTime } from '#src/platform/db/times.ts';
import { isPostPublic, canSeePost } from '#src/trade/access.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { StoredImage } from '#src/platform/media/images.ts';
import { claimImages } from '#src/platform/media/store.ts';

export type NewPost = Omit<Insertable<DB['posts']>, 'images'> & { images: StoredImage[] };
export type PostChanges = Omit<Updateable<DB['posts']>, 'images'>;

/** Without what depends on the viewer, changes often or depends on today's rates. */
export type StoredPost = Omit<
  Post,
  'marketPrice' | 'agreedPrice' | 'isHidden' | keyof PostView | keyof PostAccess
>;

/** What the viewer's statement adds to a post. */
export type PostView = Pick<Post, 'likesCount' | 'comments' | 'views' | 'isLiked'>;

/** What the author allows. */
export type PostAccess = Required<Pick<Post, 'isContactShown' | 'hasPublicPage'>>;

export interface FoundPost extends PostGoods {
  post: StoredPost;
  view: PostView;
  access: PostAccess;
  agreedPrice: AgreedPrice | null;
  isHidden: boolean;
}

export interface OwnedPost {
  authorId: string;
  images: StoredImage[];
}

export const authorJson = sql`json_build_object(
  '_id', users.id, 'username', users.username, 'fullName', users.full_name, 'avatar', users.avatar,
  'userType', users.user_type, 'isVerified', users.is_verified, 'rating', users.rating,
  'totalReviews', users.total_reviews, 'record', ${recordJson}, 'createdAt', ${isoTime('users.created_at')})`;

export const postJson = sql<StoredPost>`json_build_object(
  '_id', posts.id, 'title', posts.title, 'description', posts.description,
  'price', posts.price, 'priceUnit', posts.price_unit, 'pricePerKg', posts.price_per_kg,
  'originalPrice', posts.original_price, 'quantity', posts.quantity,
  'category', posts.category, 'cropType', posts.crop_type, 'tags', posts.tags,
  'images', jsonb_path_query_array(posts.images, '$[*].url'),
  'imageInfo', posts.images,
  'location', json_build_object('state', posts.state, 'district', posts.district, 'city', posts.city,
    'village', posts.village, 'pincode', posts.pincode),
  'isAvailable', posts.is_available, 'isOrganic', posts.is_organic, 'isFeatured', posts.is_featured,
  'createdAt', ${isoTime('posts.created_at')},
  'specifications', json_build_object('variety', posts.variety, 'harvestDate', posts.harvest_date,
    'shelLife', posts.shelf_life, 'minorderQunatity', posts.min_order_quantity, 'packaging', posts.packaging),
  'author', ${authorJson})`;

export const postGoods = sql`posts.crop_key as "cropKey", posts.price_unit as "priceUnit", posts.state as state,
  posts.district as district, posts.variety as variety`;

export function postsStore(db: Database) {
  return {
    async findPost(postId: string, viewerId: string): Promise<FoundPost | undefined> {
      const { rows } = await sql<FoundPost>`
        select ${postJson} as post, ${postGoods}, posts.is_hidden as "isHidden",
          json_build_object('likesCount', counts.likes, 'comments', counts.comments, 'views', counts.views,
            'isLiked', exists (select 1 from likes where user_id = ${viewerId} and post_id = posts.id)) as view,
          json_build_object('isContactShown', not users.is_contact_hidden,
            'hasPublicPage', ${isPostPublic}) as access,
          ${agreedPrice('posts', 'crop_key')} as "agreedPrice"
        from posts join users on users.id = posts.author_id join post_counts counts on counts.post_id = posts.id
        where posts.id = ${postId} and ${canSeePost(viewerId)}`.execute(db);
      return rows[0];
    },

    async findOwned(postId: string): Promise<OwnedPost | undefined> {
      const row = await db
        .selectFrom('posts')
        .select(['author_id', 'images'])
        .where('id', '=', postId)
        .executeTakeFirst();
      return row && { authorId: row.author_id, images: row.images as unknown as StoredImage[] };
    },

    async findByIdempotencyKey(authorId: string, key: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('posts')
        .select('id')
        .where('author_id', '=', authorId)
        .where('idempotency_key', '=', key)
        .executeTakeFirst();
      return row?.id;
    },

    /** Returns false when the author has a post with this key. */
    async addPost(post: NewPost): Promise<boolean> {
      if (!post.is_featured) return insertPost(db, post);
      return db.transaction().execute(async (trx) => {
        const isNew = await insertPost(trx, post);
        if (isNew) await assertFeaturedLeft(trx, post.author_id, post.id);
        return isNew;
      });
    },

    async updatePost(postId: string, changes: PostChanges): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('posts')
        .set({ ...changes, updated_at: new Date() })
        .where('id', '=', postId)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** `arrange` maps the locked pictures to the new ones. */
    async updateWithPictures(
      post: { id: string; authorId: string },
      changes: PostChanges,
      arrange: (images: StoredImage[], trx: Database) => Promise<StoredImage[]>,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const found = await trx
          .selectFrom('posts')
          .select('images')
          .where('id', '=', post.id)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!found) throw new AppError('POST_NOT_FOUND');
        const images = await arrange(found.images as unknown as StoredImage[], trx);
        if (changes.is_featured) await assertFeaturedLeft(trx, post.authorId, post.id);
        await trx
          .updateTable('posts')
          .set({ ...changes, images: JSON.stringify(images), updated_at: new Date() })
          .where('id', '=', post.id)
          .execute();
      });
    },

    /** Returns false when there is nothing to change. */
    async setAvailability(postId: string, authorId: string, isAvailable: boolean): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('posts')
        .set({ is_available: isAvailable, updated_at: new Date() })
        .where('id', '=', postId)
        .where('author_id', '=', authorId)
        .where('is_available', '!=', isAvailable)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async deletePost(
      postId: string,
      alongside: (images: StoredImage[], trx: Database) => Promise<void>,
    ): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        // One statement, so that its offers and deals, which foreign keys change at its end, are locked after the author.
        const deleted = await trx
          .with('deleted', (trx) =>
            trx.deleteFrom('posts').where('id', '=', postId).returning(['author_id', 'images']),
          )
          .with('counted', (trx) =>
            trx
              .updateTable('users')
              .set((eb) => ({ total_posts: eb('total_posts', '-', 1) }))
              .where('id', 'in', (eb) => eb.selectFrom('deleted').select('author_id')),
          )
          .selectFrom('deleted')
          .select('images')
          .executeTakeFirst();
        if (deleted) await alongside(deleted.images as unknown as StoredImage[], trx);
        return deleted !== undefined;
      });
    },

    /** One per viewer and day in India, not the author's own. */
    async countView(postId: string, viewerId: string): Promise<void> {
      const view = sql`
        with seen as (
          insert into post_views (post_id, viewer_id, day)
          select id, ${viewerId}, (now() at time zone 'Asia/Kolkata')::date from posts
          where id = ${postId} and author_id <> ${viewerId} and ${canSeePost(viewerId)} for key share
          on conflict do nothing returning post_id
        )
        update post_counts set views = views + 1 where post_id in (select post_id from seen)`;
      await unlessOrphaned(view.execute(db));
    },
  };
}

export type PostsStore = ReturnType<typeof postsStore>;

/** In one statement, with the author's count: it becomes null, and is refused, while the author is suspended. */
async function insertPost(db: Database, post: NewPost): Promise<boolean> {
  const added = db
    .insertInto('posts')
    .values({ ...post, images: JSON.stringify(post.images) })
    .onConflict((conflict) => conflict.columns(['author_id', 'idempotency_key']).doNothing())
    .returning('author_id');
  const statement = sql`
    with added as (${added}), counted as (
      update users set total_posts = case when suspended_at is null then total_posts + 1 end
      where id = (select author_id from added)
    ), claimed as (${claimImages(post.images, sql`exists (select from added)`)})
    select from added`;
  try {
    return (await statement.execute(db)).rows.length > 0;
  } catch (error) {
    if ((error as { column?: string }).column === 'total_posts') throw new AppError('ACCOUNT_SUSPENDED');
    throw error;
  }
}

/** After the post and before its words: one lock order avoids deadlocks. */
async function assertFeaturedLeft(trx: Database, authorId: string, postId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', authorId).forNoKeyUpdate().execute();
  const others = await trx
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', authorId)
    .where('is_featured', '=', true)
    .where('id', '!=', postId)
    .limit(limits.featuredPosts)
    .execute();
  if (others.length >= limits.featuredPosts) throw new AppError('TOO_MANY_FEATURED');
}
