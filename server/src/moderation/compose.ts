import type { DealsService } from '#src/deals/deals/service.ts';
import type { OffersService } from '#src/deals/offers/service.ts';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { AccountService } from '#src/people/account/service.ts';
import type { SessionsService } from '#src/people/sessions/service.ts';
import type { Platform } from '#src/platform/compose.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import { adminRoutes } from './admin/routes.ts';
import { adminService } from './admin/service.ts';
import { adminStore } from './admin/store.ts';
import { personalDataRoutes } from './personal-data/routes.ts';
import { personalDataService } from './personal-data/service.ts';
import { personalDataStore } from './personal-data/store.ts';
import { reportsRoutes } from './reports/routes.ts';
import { reportsService } from './reports/service.ts';
import { reportsStore } from './reports/store.ts';

interface Above {
  notifications: NotificationsService;
  account: AccountService;
  sessions: SessionsService;
  feed: FeedService;
  offers: OffersService;
  deals: DealsService;
}

export function composeModeration(platform: Platform, above: Above) {
  const { sessions, feed } = above;
  const { db, log, media, drive, mailer, realtime, sessionCookie } = platform;
  const { invalidateUser } = sessions;
  const reports = reportsService(reportsStore(db), feed);
  const admin = adminService({ store: adminStore(db), feed, invalidateUser, log });
  const personalData = personalDataService({
    ...above,
    store: personalDataStore(db),
    media,
    mailer,
    drive,
    realtime,
    invalidateUser,
  });
  return {
    routes: [
      ...personalDataRoutes({ personalData, clearCookies: sessionCookie.clear }),
      ...reportsRoutes(reports),
      ...adminRoutes(admin),
    ],
    jobs: [],
    services: {},
  };
}
