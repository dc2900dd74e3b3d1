import { sql } from 'kysely';
import type { Post } from '@upaj/contract/trade/posts';
import type { Database } from '#src/platform/db/connect.ts';
import { isActivePerson } from '#src/people/access.ts';
import { isPostPublic } from '#src/trade/access.ts';
import type { StoredImage } from '#src/platform/media/images.ts';
import { postGoods } from '#src/trade/rows.ts';

/** Only what people without an account may know, and not a column more. */
export interface PublicPost extends Pick<
  Post,
  'title' | 'price' | 'priceUnit' | 'quantity' | 'cropType' | 'category' | 'isAvailable' | 'isOrganic'
> {
  id: string;
  cropKey: string;
  state: string;
  district: string;
  variety: string;
  image: StoredImage | null;
  sellerName: string;
  isVerified: boolean;
}

export interface PublicProfile {
  username: string;
  fullName: string;
  userType: 'farmer' | 'merchant';
  isVerified: boolean;
  state: string;
  district: string;
  /** The newest public post with a picture. */
  pictured: { id: string; image: StoredImage } | null;
}

export interface SitemapEntry {
  id: string;
  updatedAt: Date;
  isPublic: boolean;
}

/** Some posts that follow each other by id. */
export interface PostRange {
  last: string | null;
  updatedAt: Date | null;
}

export function shareStore(db: Database) {
  return {
    async findPost(postId: string): Promise<PublicPost | undefined> {
      const { rows } = await sql<PublicPost>`
        select posts.id, title, price::float8 as price, quantity, crop_type as "cropType", category,
          is_available as "isAvailable", is_organic as "isOrganic", images -> 0 as image, ${sql.join(postGoods)},
          users.full_name as "sellerName", users.is_verified as "isVerified"
        from posts join users on users.id = posts.author_id
        where posts.id = ${postId} and ${isPostPublic}`.execute(db);
      return rows[0];
    },

    async findProfile(username: string): Promise<PublicProfile | undefined> {
      const { rows } = await sql<PublicProfile>`
        select username, full_name as "fullName", user_type as "userType", is_verified as "isVerified", state, district,
          case when total_posts > 0 then (
            select json_build_object('id', id, 'image', images -> 0) from posts
            where author_id = users.id and not is_hidden and images <> '[]' order by id desc limit 1
          ) end as pictured
        from users where lower(username) = ${username.toLowerCase()} and has_public_page and ${isActivePerson}`.execute(
        db,
      );
      return rows[0];
    },

    /** A range of the primary key, in which each author is looked up, so that no plan reads all of them. */
    async findEntries(after: string, limit: number): Promise<SitemapEntry[]> {
      const { rows } = await sql<SitemapEntry>`
        select id, updated_at as "updatedAt",
          not is_hidden and (select has_public_page from users where users.id = author_id) as "isPublic"
        from posts where id > ${after} order by id limit ${limit}`.execute(db);
      return rows;
    },

    async findRange(after: string, size: number): Promise<PostRange> {
      const { rows } = await sql<PostRange>`
        with part as materialized (
          select id, updated_at from posts where id > ${after} order by id limit ${size}
        )
        select (select id from part order by id desc limit 1) as last, max(updated_at) as "updatedAt" from part`.execute(
        db,
      );
      return rows[0] ?? { last: null, updatedAt: null };
    },
  };
}

export type ShareStore = ReturnType<typeof shareStore>;
