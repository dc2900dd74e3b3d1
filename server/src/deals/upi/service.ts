import { hasEnded } from '@upaj/contract/deals/deal-machine';
import type { UpiPaymentDetails } from '@upaj/contract/deals/deals';
import { upiLink } from '@upaj/contract/deals/upi';
import { AppError } from '#src/platform/http/errors.ts';
import type { UpiStore } from './store.ts';

export interface UpiService {
  /** '' without one. */
  findOwn(userId: string): Promise<string>;
  /** '' removes it. */
  save(userId: string, upiId: string): Promise<void>;
  /** For the buyer until the deal ends. Records the view. */
  findPayment(dealId: string, viewerId: string): Promise<UpiPaymentDetails>;
}

export function upiService(store: UpiStore): UpiService {
  return {
    findOwn: (userId) => store.findOwn(userId),

    save: (userId, upiId) => (upiId ? store.save(userId, upiId) : store.remove(userId)),

    async findPayment(dealId, viewerId) {
      const deal = await store.findPayee(dealId, viewerId);
      if (!deal) throw new AppError('DEAL_NOT_FOUND');
      if (deal.buyerId !== viewerId) throw new AppError('BUYER_ONLY');
      if (hasEnded(deal)) throw new AppError('DEAL_ENDED');
      const { upiId, payeeName, amount, dealNumber } = deal;
      if (upiId === null) throw new AppError('NO_UPI_ID');
      await store.addView(dealId, viewerId);
      return { upiId, payeeName, amount, link: upiLink({ upiId, payeeName, amount, dealNumber }) };
    },
  };
}
