import { hasEnded } from '@upaj/contract/deals/deal-machine';
import type { UpiPaymentDetails } from '@upaj/contract/deals/deals';
import { upiLink } from '@upaj/contract/deals/upi';
import { AppError } from '#src/platform/http/errors.ts';
import type { UpiStore } from './store.ts';

export type UpiService = ReturnType<typeof upiService>;

export function upiService(store: UpiStore) {
  return {
    findOwn: store.findOwn,

    /** '' removes it. */
    save: (userId: string, upiId: string) => (upiId ? store.save(userId, upiId) : store.remove(userId)),

    /** Shows the UPI ID to the buyer until the deal ends, and records the view. */
    async findPayment(dealId: string, viewerId: string): Promise<UpiPaymentDetails> {
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
