import type { Side } from '@upaj/contract/deals/offer-machine';
import type { Party } from '@upaj/contract/deals/offers';

export function sideOf({ buyer }: { buyer: Pick<Party, '_id'> }, viewerId: string): Side {
  return buyer._id === viewerId ? 'buyer' : 'seller';
}
