import type { MessagesService } from '#src/chat/messages/service.ts';
import type { MarketService } from '#src/mandi/market-page/service.ts';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { AccountService } from '#src/people/account/service.ts';
import type { AddressProofService } from '#src/people/address-proof/service.ts';
import type { FindOrigin } from '#src/people/devices/service.ts';
import type { Platform } from '#src/platform/compose.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import './events.ts';
import { dealsRoutes } from './deals/routes.ts';
import { dealsService } from './deals/service.ts';
import { dealsStore } from './deals/store.ts';
import { dealsConsumers } from './notifications/service.ts';
import { offersRoutes } from './offers/routes.ts';
import { offersService } from './offers/service.ts';
import { offersStore } from './offers/store.ts';
import { overviewRoutes } from './overview/routes.ts';
import { overviewService } from './overview/service.ts';
import { overviewStore } from './overview/store.ts';
import { pricesService } from './prices/service.ts';
import { pricesStore } from './prices/store.ts';
import { remindersService } from './reminders/service.ts';
import { reviewsRoutes } from './reviews/routes.ts';
import { reviewsService } from './reviews/service.ts';
import { reviewsStore } from './reviews/store.ts';
import { upiRoutes } from './upi/routes.ts';
import { upiService } from './upi/service.ts';
import { upiStore } from './upi/store.ts';

interface Above {
  account: AccountService;
  addressProof: AddressProofService;
  market: MarketService;
  notifications: NotificationsService;
  outbox: OutboxService;
  feed: FeedService;
  chat: MessagesService;
  devices: { findOrigin: FindOrigin };
}

export function composeDeals({ db, realtime }: Platform, above: Above) {
  const { findOrigin } = above.devices;
  const reviews = reviewsService({ db, store: reviewsStore({ db }), ...above });
  const offers = offersService({ db, store: offersStore({ db }), realtime, ...above });
  const reminders = remindersService({ db, ...above });
  const prices = pricesService({ store: pricesStore({ db }), ...above });
  const deals = dealsService({ db, store: dealsStore({ db }), realtime, ...above });
  const overview = overviewService({ store: overviewStore({ db }), ...above });
  const upi = upiService({ db, store: upiStore({ db }), deals, realtime, ...above });
  return {
    routes: [
      ...reviewsRoutes(reviews, findOrigin),
      ...offersRoutes(offers),
      ...dealsRoutes(deals, findOrigin),
      ...overviewRoutes(overview),
      ...upiRoutes(upi),
    ],
    jobs: [
      { name: 'expire-offers', cron: '* * * * *', run: offers.expire },
      { name: 'remind-of-deals', cron: '* * * * *', run: reminders.remind },
      { name: 'end-untouched-deals', cron: '25 * * * *', run: deals.endUntouched },
      { name: 'update-agreed-prices', cron: '15 * * * *', run: prices.update },
    ],
    consumers: dealsConsumers(above.notifications),
    services: { reviews, offers, deals, upi, reminders, prices },
  };
}
