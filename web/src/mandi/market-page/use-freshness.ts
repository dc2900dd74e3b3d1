import type { Freshness } from '@upaj/contract/mandi/market-page';
import { useNow } from '#lib/use-now.ts';

const liveFor = 6 * 3_600_000;

/** How fresh the server called what it sent; what has been lying here for hours is live no longer. */
export function useFreshness(freshness: Freshness, receivedAt: number): Freshness {
  const isLeftOver = useNow() - receivedAt > liveFor;
  return freshness === 'live' && isLeftOver ? 'old' : freshness;
}
