import type { ConversationsService } from '#src/chat/conversations/service.ts';
import type { DealsService } from '#src/deals/deals/service.ts';
import type { OffersService } from '#src/deals/offers/service.ts';
import type { MarketService } from '#src/mandi/market-page/service.ts';
import type { SourcesService } from '#src/mandi/sources/service.ts';
import type { DeliveriesService } from '#src/notify/deliveries/service.ts';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { AccountService } from '#src/people/account/service.ts';
import type { FindOrigin } from '#src/people/devices/service.ts';
import type { FormerAccountsService } from '#src/people/former-accounts/service.ts';
import type { SecondFactorsService } from '#src/people/second-factor/service.ts';
import type { SessionsService } from '#src/people/sessions/service.ts';
import type { Platform } from '#src/platform/compose.ts';
import { removeOldRows } from '#src/platform/db/retention.ts';
import type { Job } from '#src/platform/jobs/job.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import type { PostsService } from '#src/trade/posts/service.ts';
import type { TakedownService } from '#src/trade/takedown/service.ts';
import './events.ts';
import { adminRoutes } from './admin/routes.ts';
import { adminService } from './admin/service.ts';
import { adminStore } from './admin/store.ts';
import { appealLinks } from './appeals/link.ts';
import { appealsRoutes } from './appeals/routes.ts';
import { appealsService } from './appeals/service.ts';
import { appealsStore } from './appeals/store.ts';
import { auditRoutes } from './audit/routes.ts';
import { auditService } from './audit/service.ts';
import { auditStore } from './audit/store.ts';
import { casePageRoutes } from './case-page/routes.ts';
import { casePageService } from './case-page/service.ts';
import { casePageStore } from './case-page/store.ts';
import { isEvidence } from './cases/access.ts';
import { casesRoutes } from './cases/routes.ts';
import { casesService } from './cases/service.ts';
import { casesStore } from './cases/store.ts';
import { decisionsRoutes } from './decisions/routes.ts';
import { decisionsService } from './decisions/service.ts';
import { decisionsStore } from './decisions/store.ts';
import { flagsService } from './flags/service.ts';
import { formerService } from './former-accounts/service.ts';
import { measuresService } from './measures/service.ts';
import { notifyOfDecisions } from './notifications/service.ts';
import { operationsRoutes } from './operations/routes.ts';
import { operationsService } from './operations/service.ts';
import { operationsStore } from './operations/store.ts';
import { personalDataRoutes } from './personal-data/routes.ts';
import { retentionRules } from './personal-data/register.ts';
import { personalDataService } from './personal-data/service.ts';
import { personalDataStore } from './personal-data/store.ts';
import { photosRoutes } from './photos/routes.ts';
import { photosService } from './photos/service.ts';
import { photosStore } from './photos/store.ts';
import { removedPostsService } from './removed-posts/service.ts';
import { removedPostsStore } from './removed-posts/store.ts';
import { reportsRoutes } from './reports/routes.ts';
import { reportsService } from './reports/service.ts';
import { staffRoutes } from './staff/routes.ts';
import { staffService } from './staff/service.ts';
import { staffStore } from './staff/store.ts';
import { verificationRoutes } from './verification/routes.ts';
import { verificationService } from './verification/service.ts';
import { verificationStore } from './verification/store.ts';

interface Above {
  devices: { findOrigin: FindOrigin };
  notifications: NotificationsService;
  outbox: OutboxService;
  market: MarketService;
  deliveries: DeliveriesService;
  sources: SourcesService;
  findJobs: () => readonly Job[];
  account: AccountService;
  formerAccounts: FormerAccountsService;
  secondFactors: SecondFactorsService;
  sessions: SessionsService;
  feed: FeedService;
  posts: PostsService;
  takedown: TakedownService;
  conversations: ConversationsService;
  offers: OffersService;
  deals: DealsService;
}

export function composeModeration(platform: Platform, above: Above) {
  const { db, env, sessionCookie } = platform;
  const parts = { ...platform, ...above, invalidateUser: above.sessions.invalidateUser };
  const audit = auditService({ store: auditStore({ db }) });
  const staff = staffService({ ...parts, store: staffStore({ db }), audit });
  const measures = measuresService(parts);
  const cases = casesService({ ...parts, store: casesStore({ db }), audit });
  const verification = verificationService({ ...parts, store: verificationStore({ db }), cases, audit });
  const appeals = appealsService({
    ...parts,
    store: appealsStore({ db }),
    links: appealLinks(env.secretKeys),
    cases,
    publicUrl: env.publicUrl,
  });
  const decisions = decisionsService({
    ...parts,
    store: decisionsStore({ db }),
    cases,
    measures,
    verification,
    audit,
  });
  const casePage = casePageService({
    ...parts,
    store: casePageStore({ db }),
    cases,
    decisions,
    verification,
    audit,
  });
  const reports = reportsService({ ...parts, cases, audit });
  const admin = adminService({ ...parts, store: adminStore({ db }), measures });
  const former = formerService({ ...parts, measures, cases, audit });
  const personalData = personalDataService({ ...parts, former, store: personalDataStore({ db }) });
  const operations = operationsService({ ...parts, store: operationsStore({ db }), audit });
  const removedPosts = removedPostsService({ db, store: removedPostsStore({ db }) });
  const photos = photosService({ ...parts, store: photosStore({ db }) });
  const flags = flagsService({ ...parts, cases, decisions });
  return {
    routes: [
      ...personalDataRoutes({ personalData, clearCookies: sessionCookie.clear }),
      ...reportsRoutes({ reports, findOrigin: above.devices.findOrigin, contactEmail: env.contactEmail }),
      ...adminRoutes(admin),
      ...staffRoutes({ staff, ...above }),
      ...casesRoutes(cases),
      ...casePageRoutes(casePage),
      ...verificationRoutes(verification),
      ...appealsRoutes(appeals),
      ...auditRoutes(audit),
      ...operationsRoutes(operations),
      ...decisionsRoutes(decisions),
      ...photosRoutes(photos),
    ],
    jobs: [
      { name: 'file-reports', cron: '* * * * *', run: cases.fileReports },
      { name: 'lapse-verifications', cron: '20 * * * *', run: verification.lapse },
      { name: 'end-former-accounts', cron: '50 3 * * *', run: former.endOld },
      { name: 'remember-removed-posts', cron: '45 * * * *', run: removedPosts.rememberOld },
      {
        name: 'remove-old-rows',
        cron: '40 2 * * *',
        run: (signal: AbortSignal) => removeOldRows(db, retentionRules, signal),
      },
    ],
    consumers: {
      'decision.made': [notifyOfDecisions(above.notifications), appeals.emailSuspended],
      'post.created': [flags.checkPosts],
      'post.edited': [flags.checkPosts],
      'deal.changed': [flags.checkDeals],
      'account.registered': [flags.checkAccounts, former.check],
      'account.changed': [flags.checkBadges, former.check],
    },
    services: {
      photos,
      staff,
      operations,
      appeals,
      reports,
      retainPost: former.retainPost,
      isEvidence: (photo: string, moderatorId: string) => isEvidence(db, photo, moderatorId),
    },
  };
}
