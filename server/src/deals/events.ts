import type { DealData, OfferData, UpiData } from '@upaj/contract/deals/notifications';
import type { Side } from '@upaj/contract/deals/offer-machine';

declare module '#src/notify/outbox/rows.ts' {
  interface Events {
    /**
     * The user is notified that an offer changed, expires soon or has a sold-out post. `messageId` is null when no
     * message in the chat shows this.
     */
    'offer.changed': {
      offerId: string;
      event: OfferData['event'];
      userId: string;
      messageId: string | null;
      at: string;
    };
    /** A user wrote a review of another one. Later changes of the review add no event. */
    'review.added': { reviewId: string; at: string };
    /**
     * A deal changed or needs attention. `side` is notified. 'due' reminds it to confirm, 'pickup' to hand over or
     * collect the goods.
     */
    'deal.changed': { dealId: string; event: DealData['event']; side: Side; at: string };
    /** The user whose UPI ID changed is notified. */
    'upi.changed': { userId: string; at: string } & UpiData;
  }
}
