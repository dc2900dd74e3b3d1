import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { Consumer, Consumers } from '#src/notify/outbox/service.ts';
import { findDealParties } from './store.ts';

/** Who is notified of what happens to offers and deals: the side that the event names. */
export function dealsConsumers(notifications: Pick<NotificationsService, 'add'>): Consumers {
  const notifyOfDeals: Consumer<'deal.changed'> = async (events, trx) => {
    const parties = await findDealParties(
      trx,
      events.map(({ data }) => data.dealId),
    );
    await notifications.add(
      trx,
      events.flatMap(({ data: { dealId, event, side, at } }) => {
        const deal = parties.get(dealId);
        if (!deal) return [];
        const userId = side === 'buyer' ? deal.buyerId : deal.sellerId;
        return [{ userId, kind: 'deal' as const, data: { dealId, event }, at: new Date(at) }];
      }),
    );
  };

  const remindOfOffers: Consumer<'offer.expiring'> = (events, trx) =>
    notifications.add(
      trx,
      events.map(({ data: { offerId, userId } }) => ({
        userId,
        kind: 'offer',
        data: { offerId, event: 'expiring' },
      })),
    );

  return { 'deal.changed': [notifyOfDeals], 'offer.expiring': [remindOfOffers] };
}
