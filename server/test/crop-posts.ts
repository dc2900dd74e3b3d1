import { crops } from '@upaj/contract/catalogue';
import type { Database } from '#src/platform/db/connection.ts';
import { insertPosts } from './rows.ts';

export interface CropPost {
  title: string;
  /** The id of a crop of the catalogue. */
  crop: string;
  place?: readonly [state: string, district: string];
  isAvailable?: boolean;
}

/** Inserts posts with the words that the app would store. The first is the oldest. */
export async function insertCropPosts(
  db: Database,
  authorId: string,
  posts: readonly CropPost[],
): Promise<void> {
  await insertPosts(db, authorId, posts.length, (index) => {
    const { title, crop, place = ['Punjab', 'Ludhiana'], isAvailable = true } = posts[index] as CropPost;
    const names = crops.find(({ id }) => id === crop);
    const [state, district] = place;
    return {
      title,
      category: names?.category ?? 'Grains',
      crop_key: crop,
      crop_type: names?.en ?? crop,
      state,
      district,
      is_available: isAvailable,
      search_text: `${title} ${names?.en} ${names?.hi}\n${district} ${state}`.toLowerCase(),
    };
  });
}
