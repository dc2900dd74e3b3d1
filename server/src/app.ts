import type { Location } from '@upaj/contract/mandi/market-page';
import { composeChat, type ChatOptions } from './chat/compose.ts';
import { composeDeals } from './deals/compose.ts';
import { chatParts } from './deals/chat-parts/rows.ts';
import { dealsNotifications } from './deals/notifications.ts';
import { composeMandi, type MandiOptions } from './mandi/compose.ts';
import { mandiNotifications } from './mandi/notifications.ts';
import { composeModeration } from './moderation/compose.ts';
import { moderationNotifications } from './moderation/notifications.ts';
import { composeNotify, type NotifyOptions } from './notify/compose.ts';
import type { NotifyContents } from './notify/notifications.ts';
import { isActivePerson, isConfirmedSession, provedNumber } from './people/access.ts';
import { composePeople, type PeopleOptions } from './people/compose.ts';
import { peopleNotifications } from './people/notifications.ts';
import { composePlatform, type PlatformOptions } from './platform/compose.ts';
import type { Job } from './platform/jobs/job.ts';
import { composeTrade, type TradeOptions } from './trade/compose.ts';
import { tradeNotifications } from './trade/notifications.ts';

export interface AppOptions extends PlatformOptions, PeopleOptions, NotifyOptions, MandiOptions {
  feed?: TradeOptions;
  messages?: ChatOptions;
}

/** The kinds of notifications are declared by the domains that they are about. */
export const notifyContents: NotifyContents = {
  kinds: {
    ...peopleNotifications,
    ...mandiNotifications,
    ...tradeNotifications,
    ...dealsNotifications,
    ...moderationNotifications,
  },
  isActivePerson,
  isConfirmedSession,
  provedNumber,
};

/** Composes the platform and the seven domains. The caller listens. */
export async function createApp(options: AppOptions) {
  const platform = await composePlatform(options);
  const notify = composeNotify(platform, notifyContents, options);
  const people = composePeople(
    platform,
    {
      ...notify.services,
      findAppealToken: (userId): Promise<string | undefined> => moderation.services.appeals.findToken(userId),
    },
    options,
  );
  const mandi = composeMandi(
    platform,
    {
      ...notify.services,
      findPlaceOf: (userId): Promise<Required<Location> | undefined> =>
        trade.services.posts.findPlaceOf(userId),
      findTradedCrops: (userId): Promise<string[]> => trade.services.wanted.findTradedCrops(userId),
    },
    options,
  );
  const trade = composeTrade(
    platform,
    {
      ...notify.services,
      ...people.services,
      ...mandi.services,
      retainPost: (postId, authorId, trx) => moderation.services.retainPost(postId, authorId, trx),
    },
    options.feed,
  );
  const chat = composeChat(
    platform,
    {
      ...people.services,
      parts: chatParts,
      markPartsSeen: (readerId, offerIds): Promise<void> =>
        deals.services.offers.markSeen(readerId, offerIds),
    },
    options.messages,
  );
  const deals = composeDeals(platform, {
    ...notify.services,
    ...people.services,
    ...mandi.services,
    ...trade.services,
    ...chat.services,
  });
  const moderation = composeModeration(platform, {
    ...notify.services,
    ...people.services,
    ...mandi.services,
    ...trade.services,
    ...chat.services,
    ...deals.services,
    findJobs: (): readonly Job[] => jobs,
  });

  const domains = [notify, people, mandi, trade, chat, deals, moderation];
  notify.services.outbox.addConsumers(
    [notify, people, mandi, trade, deals, moderation].map(({ consumers }) => consumers),
  );
  const { sessions, lastSeen } = people.services;
  await platform.serve({
    routes: domains.flatMap(({ routes }) => routes),
    findViewer: sessions.findViewer,
    reports: { sources: mandi.services.sources.report, events: notify.services.outbox.findBacklog },
    metrics: [...notify.metrics, ...trade.metrics],
    isEvidence: moderation.services.isEvidence,
    writeHead: trade.services.share.writeHead,
    socketHandlers: { findSession: sessions.findSession, seen: lastSeen.seen, ...chat.socketHandlers },
  });

  const { server, media, metricsServer } = platform;
  const jobs: Job[] = [platform, ...domains].flatMap((part) => part.jobs as Job[]);
  const services = {
    media,
    ...notify.services,
    ...people.services,
    ...mandi.services,
    ...trade.services,
    ...chat.services,
    ...deals.services,
    ...moderation.services,
  };
  return { server, services, jobs, metricsServer };
}

export type App = Awaited<ReturnType<typeof createApp>>;
export type Services = App['services'];
