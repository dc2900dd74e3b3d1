import { sql } from 'kysely';
import type { PersonCheck } from '@upaj/contract/people/checks';
import type { Post } from '@upaj/contract/trade/posts';
import type { Database } from '#src/platform/db/connection.ts';
import { isActivePerson } from '#src/people/access.ts';
import { isNamed } from '#src/people/rows.ts';
import { isPostPublic } from '#src/trade/access.ts';
import type { StoredImage } from '#src/platform/media/images.ts';
import { postGoods } from '#src/trade/rows.ts';

/** What people without an account may know about a post. No other column is read. */
export interface PublicPost extends Pick<
  Post,
  | 'title'
  | 'price'
  | 'priceUnit'
  | 'quantity'
  | 'amounts'
  | 'cropType'
  | 'category'
  | 'isAvailable'
  | 'isOrganic'
> {
  id: string;
  cropKey: string;
  state: string;
  district: string;
  variety: string;
  image: StoredImage | null;
  sellerName: string;
  isVerified: boolean;
  verifiedFor: PersonCheck[];
}

export interface PublicProfile {
  username: string;
  fullName: string;
  userType: 'farmer' | 'merchant';
  isVerified: boolean;
  verifiedFor: PersonCheck[];
  state: string;
  district: string;
  /** The newest public post with a photo. */
  shownPost: { id: string; image: StoredImage } | null;
}

export interface SitemapEntry {
  id: string;
  updatedAt: Date;
  isPublic: boolean;
}

/** Describes some posts that follow each other by id. */
export interface PostRange {
  last: string | null;
  updatedAt: Date | null;
}

const firstImage = sql<StoredImage | null>`posts.images -> 0`;

export function shareStore({ db }: { db: Database }) {
  const publicPosts = () =>
    db.selectFrom('posts').innerJoin('users', 'users.id', 'posts.author_id').where(isPostPublic);

  return {
    async findPost(postId: string): Promise<PublicPost | undefined> {
      const post = await publicPosts()
        .where('posts.id', '=', postId)
        .select([
          'posts.id',
          'posts.title',
          'posts.price',
          'posts.quantity',
          'posts.amounts',
          'posts.crop_type as cropType',
          'posts.category',
          'posts.is_available as isAvailable',
          'posts.is_organic as isOrganic',
          firstImage.as('image'),
          ...postGoods,
          'users.full_name as sellerName',
          'users.is_verified as isVerified',
          'users.verified_for as verifiedFor',
        ])
        .executeTakeFirst();
      return post as PublicPost | undefined;
    },

    async findProfile(username: string): Promise<PublicProfile | undefined> {
      const profile = await db
        .selectFrom('users')
        .select([
          'id',
          'username',
          'full_name as fullName',
          'user_type as userType',
          'is_verified as isVerified',
          'verified_for as verifiedFor',
          'state',
          'district',
        ])
        .where(isNamed(username))
        .where('has_public_page', '=', true)
        .where(isActivePerson)
        .executeTakeFirst();
      if (!profile) return undefined;
      const { id, ...shown } = profile;
      const shownPost = await publicPosts()
        .select(['posts.id', firstImage.as('image')])
        .where('posts.author_id', '=', id)
        .where('posts.images', '<>', '[]')
        .orderBy('posts.id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return { ...shown, shownPost: shownPost ?? null } as PublicProfile;
    },

    /** Goes along the primary key and looks up each author, so that no plan reads all of them. */
    async findEntries(after: string, limit: number): Promise<SitemapEntry[]> {
      return db
        .selectFrom('posts')
        .select((eb) => [
          'id',
          'updated_at as updatedAt',
          eb
            .selectFrom('users')
            .select(isPostPublic.as('isPublic'))
            .whereRef('users.id', '=', 'posts.author_id')
            .$asScalar()
            .$notNull()
            .as('isPublic'),
        ])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    async findRange(after: string, size: number): Promise<PostRange> {
      const part = db
        .selectFrom('posts')
        .select(['id', 'updated_at'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(size)
        .as('part');
      return db
        .selectFrom(part)
        .select((eb) => [
          eb.cast<string | null>(eb.fn.max(eb.cast<string>('id', 'text')), 'uuid').as('last'),
          eb.fn.max('updated_at').$castTo<Date | null>().as('updatedAt'),
        ])
        .executeTakeFirstOrThrow();
    },
  };
}

export type ShareStore = ReturnType<typeof shareStore>;
