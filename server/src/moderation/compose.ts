import type { ConversationsService } from '#src/chat/conversations/service.ts';
import type { DealsService } from '#src/deals/deals/service.ts';
import type { OffersService } from '#src/deals/offers/service.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { AccountService } from '#src/people/account/service.ts';
import type { SecondFactorsService } from '#src/people/second-factor/service.ts';
import type { SessionsService } from '#src/people/sessions/service.ts';
import type { Platform } from '#src/platform/compose.ts';
import { removeOldRows } from '#src/platform/db/retention.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { TakedownService } from '#src/trade/takedown/service.ts';
import { adminRoutes } from './admin/routes.ts';
import { adminService } from './admin/service.ts';
import { adminStore } from './admin/store.ts';
import { personalDataRoutes } from './personal-data/routes.ts';
import { retentionRules } from './personal-data/register.ts';
import { personalDataService } from './personal-data/service.ts';
import { personalDataStore } from './personal-data/store.ts';
import { photosRoutes } from './photos/routes.ts';
import { photosService } from './photos/service.ts';
import { photosStore } from './photos/store.ts';
import { reportsRoutes } from './reports/routes.ts';
import { reportsService } from './reports/service.ts';
import { staffRoutes } from './staff/routes.ts';
import { staffService } from './staff/service.ts';
import { staffStore } from './staff/store.ts';

interface Above {
  outbox: OutboxService;
  account: AccountService;
  secondFactors: SecondFactorsService;
  sessions: SessionsService;
  feed: FeedService;
  takedown: TakedownService;
  conversations: ConversationsService;
  offers: OffersService;
  deals: DealsService;
}

export function composeModeration(platform: Platform, above: Above) {
  const { db, sessionCookie } = platform;
  const parts = { ...platform, ...above, invalidateUser: above.sessions.invalidateUser };
  const reports = reportsService(parts);
  const admin = adminService({ ...parts, store: adminStore(db) });
  const staff = staffService({ ...parts, store: staffStore(db) });
  const personalData = personalDataService({ ...parts, store: personalDataStore(db) });
  const photos = photosService({ ...parts, store: photosStore(db) });
  return {
    routes: [
      ...personalDataRoutes({ personalData, clearCookies: sessionCookie.clear }),
      ...reportsRoutes(reports, platform.env.contactEmail),
      ...adminRoutes(admin),
      ...staffRoutes({ staff, ...above }),
      ...photosRoutes(photos),
    ],
    jobs: [
      {
        name: 'remove-old-rows',
        cron: '40 2 * * *',
        run: (signal: AbortSignal) => removeOldRows(db, retentionRules, signal),
      },
    ],
    services: { photos, staff },
  };
}
