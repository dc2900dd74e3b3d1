import type { PostForm } from '@upaj/contract/trade/posts';
import { foldText } from '@upaj/contract/fold-text';
import { resolveCrop } from '#src/platform/names/resolve-crop.ts';

export type SearchedFields = Pick<
  PostForm,
  'title' | 'cropType' | 'variety' | 'tags' | 'village' | 'city' | 'district' | 'state'
>;

/** Returns two lines of folded words. Posts with the searched word in the first one come first. */
export function searchTextOf(post: SearchedFields): string {
  const crop = resolveCrop(post.cropType);
  const lines = [
    [post.title, post.cropType, crop?.en, crop?.hi, post.variety],
    [...post.tags, post.village, post.city, post.district, post.state],
  ];
  return lines.map((parts) => foldText(parts.filter(Boolean).join(' ')).replace(/\s+/g, ' ')).join('\n');
}
