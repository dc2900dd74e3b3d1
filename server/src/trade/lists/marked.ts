import { sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { limits } from '@upaj/contract/limits';
import type { ListedPost } from '@upaj/contract/trade/posts';
import type { FindPostPrice, PostGoods } from '#src/mandi/market-page/service.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { countUpTo, isBefore } from '#src/platform/db/pages.ts';
import { microsOf } from '#src/platform/db/times.ts';
import {
  listOf,
  readListCursor,
  type List,
  type ListCursor,
  type PageRequest,
} from '#src/platform/http/paging.ts';
import { kmBetween } from '#src/platform/places/distance.ts';
import type { Place } from '#src/platform/places/place-names.ts';
import { canSeePost, isPostShown } from '#src/trade/access.ts';
import { isMarked, postGoods, postJson, type PostView, type StoredPost } from '#src/trade/rows.ts';

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

/** The first step of a like or a save: it locks the post before its marks and counts, as its deletion does. */
export function lockVisiblePost(db: Database, viewerId: string, postId: string) {
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
 * Lists the posts that a user liked or saved, latest first. Goes along the index of the user's rows, past posts that the user
 * may not see. `offset 0` prevents a scan of all posts.
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

export async function listMarked(
  find: (cursor: ListCursor | undefined, limit: number) => Promise<MarkedPage>,
  findPrice: FindPostPrice,
  place: Place | null,
  query: PageRequest,
): Promise<List<ListedPost>> {
  const cursor = query.cursor ? readListCursor(query.cursor) : undefined;
  const limit = query.limit ?? limits.page.size;
  const { rows, total } = await find(cursor, limit);
  const posts = await Promise.all(
    rows.map(async ({ id, at, post, view, ...goods }) => ({
      id,
      at,
      item: {
        ...post,
        ...view,
        marketPrice: await findPrice(goods),
        distanceKm: place && kmBetween(place, goods),
      },
    })),
  );
  return listOf(posts, limit, cursor?.total ?? total ?? 0);
}
