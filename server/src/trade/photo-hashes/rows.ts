import type { Transaction } from '#src/platform/db/connection.ts';
import type { PhotoHash } from '#src/platform/media/photo-hash.ts';

/** Hashes by the names of their photos. */
export type PhotoHashes = ReadonlyMap<string, PhotoHash>;

/** Photos that the post has had for some time have no time of their own: they count as old as the post. */
export async function addPhotoHashes(
  postId: string,
  hashes: PhotoHashes,
  trx: Transaction,
  { areOld = false } = {},
): Promise<void> {
  if (hashes.size === 0) return;
  await trx
    .insertInto('post_photos')
    .values(
      [...hashes].map(([name, [part_1, part_2, part_3, part_4]]) => {
        const parts = { part_1, part_2, part_3, part_4 };
        return { name, post_id: postId, ...parts, ...(areOld && { added_at: null }) };
      }),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removePhotoHashes(
  postId: string,
  names: readonly string[],
  trx: Transaction,
): Promise<void> {
  if (names.length === 0) return;
  await trx.deleteFrom('post_photos').where('post_id', '=', postId).where('name', 'in', names).execute();
}
