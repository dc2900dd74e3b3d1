import type { PostFigures } from '@upaj/contract/deals/overview';
import { comparePrice } from '@upaj/contract/trade/compare-price';

export type Advice =
  | { kind: 'offers'; count: number }
  | { kind: 'price'; percent: number }
  | { kind: 'photos'; count: number }
  | { kind: 'variety' }
  | { kind: 'harvest' };

/** In percent above the mandi price. Buyers overlook a smaller difference. */
const dearFrom = 10;
const fewPhotos = 2;
const most = 3;

/** Lists what the seller can do for a post, most urgent first. */
export function adviceFor(post: PostFigures): Advice[] {
  const { waitingOffers, isAvailable, photos, variety, harvestDate } = post;
  const advice: Advice[] = waitingOffers > 0 ? [{ kind: 'offers', count: waitingOffers }] : [];
  if (!isAvailable) return advice;
  const comparison = comparePrice(post);
  if (comparison?.side === 'above' && comparison.percent >= dearFrom)
    advice.push({ kind: 'price', percent: comparison.percent });
  if (photos <= fewPhotos) advice.push({ kind: 'photos', count: photos });
  if (variety === '') advice.push({ kind: 'variety' });
  if (harvestDate === null) advice.push({ kind: 'harvest' });
  return advice.slice(0, most);
}
