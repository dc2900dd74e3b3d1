import { foldText } from '@upaj/contract/fold-text';
import { kmBetween } from '#src/platform/places/distance.ts';
import type { ListFilter } from '#src/trade/lists/filter.ts';
import { isWordIn } from '#src/trade/lists/words.ts';

/** The facts of a post that decide which filters match it. */
export interface PostFacts {
  id: string;
  authorId: string;
  category: string;
  cropKey: string;
  state: string;
  district: string;
  priceRank: number;
  searchText: string;
  isAvailable: boolean;
  isOrganic: boolean;
  isHidden: boolean;
}

/** Matches a post in memory, by the same rule as `filterConditions` in `trade/lists/rows.ts`. */
export function isMatch(post: PostFacts, { otherwise, ...filter }: ListFilter): boolean {
  const { price, words = [] } = filter;
  const isEqual = (name: 'authorId' | 'category' | 'state' | 'district' | 'isAvailable') =>
    filter[name] === undefined || filter[name] === post[name];
  const { cropKeys, ...others } = filter;
  if (otherwise && isMatch(post, { ...others, words: otherwise })) return true;
  return (
    (filter.isOwn === true || !post.isHidden) &&
    isEqual('authorId') &&
    isEqual('category') &&
    (!cropKeys || cropKeys.includes(post.cropKey)) &&
    (!filter.authorIds || filter.authorIds.includes(post.authorId)) &&
    (!filter.places || filter.places.some((place) => isIn(post, place))) &&
    isNear(post, filter) &&
    isEqual('state') &&
    isEqual('district') &&
    isEqual('isAvailable') &&
    (!filter.isOrganic || post.isOrganic) &&
    (!price || (post.priceRank >= price.from && post.priceRank <= (price.to ?? Infinity))) &&
    // The release before saved words that are not folded.
    words.every((word) => isWordIn(post.searchText, foldText(word)))
  );
}

function isIn(post: PostFacts, { state, district }: { state: string; district?: string }): boolean {
  return post.state === state && (district === undefined || post.district === district);
}

function isNear(post: PostFacts, { near, withinKm }: ListFilter): boolean {
  if (!near || withinKm === undefined) return true;
  const km = kmBetween(near, post);
  return km !== null && km <= withinKm;
}
