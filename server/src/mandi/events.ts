import type { PriceAlertData } from '@upaj/contract/mandi/notifications';

declare module '#src/notify/outbox/rows.ts' {
  interface Events {
    /** A rate reached the price of the user's alert. The prices are those at the time of the evaluation. */
    'alert.reached': { userId: string } & PriceAlertData;
  }
}
