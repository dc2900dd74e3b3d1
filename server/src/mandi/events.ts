import type { PriceAlertData } from '@upaj/contract/mandi/notifications';

declare module '#src/notify/outbox/rows.ts' {
  interface Events {
    /** The prices are those at the time when the alert of the user was evaluated. */
    'alert.reached': { userId: string } & PriceAlertData;
  }
}
