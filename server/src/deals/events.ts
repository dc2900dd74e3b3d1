import type { DealData, OfferData, UpiData } from '@upaj/contract/deals/notifications';
import type { Side } from '@upaj/contract/deals/offer-machine';

declare module '#src/notify/outbox/rows.ts' {
  interface Events {
    /** The user is notified. A change is also a message, except when the other side leaves or the offer expires soon. */
    'offer.changed': {
      offerId: string;
      event: OfferData['event'];
      userId: string;
      messageId: string | null;
      at: string;
    };
    /** A review is added once: a later change is no event. */
    'review.added': { reviewId: string; at: string };
    /** `side` is notified. 'due' reminds it of its own confirmation, 'pickup' of the goods. */
    'deal.changed': { dealId: string; event: DealData['event']; side: Side; at: string };
    /** The user whose UPI ID changed is notified. */
    'upi.changed': { userId: string; at: string } & UpiData;
  }
}
