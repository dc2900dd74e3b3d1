import { continueBackfill, findBackfill, finishBackfill } from '#src/platform/db/backfills.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { imageNameOf, type StoredImage } from '#src/platform/media/images.ts';
import { addPhotoHashes, type PhotoHashes } from './rows.ts';

const job = 'hash-photos';

export interface OldPost {
  id: string;
  /** The names of the post's photos that have no hash. */
  names: string[];
}

export function photoHashesStore({ db }: { db: Database }) {
  return {
    findUnfinished: () => findBackfill(db, job),

    /** Returns posts in the order of their ids, with those of their photos that have no hash. */
    async findPosts(afterId: string | null, limit: number): Promise<OldPost[]> {
      const posts = await db
        .selectFrom('posts')
        .select(['id', 'images'])
        .$if(afterId !== null, (query) => query.where('id', '>', afterId))
        .orderBy('id')
        .limit(limit)
        .execute();
      const hashed = await db
        .selectFrom('post_photos')
        .select('name')
        .where((eb) => eb('post_id', '=', eb.fn.any(eb.val(posts.map(({ id }) => id)))))
        .execute();
      const known = new Set(hashed.map(({ name }) => name));
      return posts.map(({ id, images }) => ({
        id,
        names: namesIn(images).filter((name) => !known.has(name)),
      }));
    },

    /**
     * Stores hashes, but none for photos that left their posts meanwhile. The job goes on after the last of the posts.
     */
    async save(posts: readonly OldPost[], hashes: PhotoHashes, trx: Transaction): Promise<void> {
      const rows = await trx
        .selectFrom('posts')
        .select(['id', 'images'])
        .where((eb) => eb('id', '=', eb.fn.any(eb.val(posts.map(({ id }) => id)))))
        .orderBy('id')
        .forShare()
        .execute();
      for (const { id, images } of rows) {
        const names = namesIn(images);
        const theirs = new Map([...hashes].filter(([name]) => names.includes(name)));
        await addPhotoHashes(id, theirs, trx, { areOld: true });
      }
      const last = posts.at(-1);
      if (last) await continueBackfill(trx, job, last.id);
    },

    finish: () => finishBackfill(db, job),
  };
}

export type PhotoHashesStore = ReturnType<typeof photoHashesStore>;

function namesIn(images: unknown): string[] {
  return (images as StoredImage[]).flatMap(({ url }) => imageNameOf(url) ?? []);
}
