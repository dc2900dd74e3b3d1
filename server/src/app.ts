import type { FastifyRequest } from 'fastify';
import type { Provider } from '@upaj/contract/people/social-login';
import { messagesRoutes } from './chat/messages/routes.ts';
import { messagesService, type MessagesOptions } from './chat/messages/service.ts';
import { messagesStore } from './chat/messages/store.ts';
import { presenceStore } from './chat/presence/store.ts';
import { reviewsRoutes } from './deals/reviews/routes.ts';
import { reviewsService } from './deals/reviews/service.ts';
import { reviewsStore } from './deals/reviews/store.ts';
import type { Env } from './env.ts';
import { composeMarket, type PushOptions } from './mandi/compose.ts';
import type { FindPostPrice } from './mandi/market-page/service.ts';
import type { WeatherOptions } from './mandi/weather/service.ts';
import { adminRoutes } from './moderation/admin/routes.ts';
import { adminService } from './moderation/admin/service.ts';
import { adminStore } from './moderation/admin/store.ts';
import { addExport, personalDataRoutes } from './moderation/personal-data/routes.ts';
import { personalDataService } from './moderation/personal-data/service.ts';
import { personalDataStore } from './moderation/personal-data/store.ts';
import { reportsRoutes } from './moderation/reports/routes.ts';
import { reportsService } from './moderation/reports/service.ts';
import { reportsStore } from './moderation/reports/store.ts';
import { accountRoutes } from './people/account/routes.ts';
import { accountService } from './people/account/service.ts';
import { accountStore } from './people/account/store.ts';
import { blocksRoutes } from './people/blocks/routes.ts';
import { blocksService } from './people/blocks/service.ts';
import { blocksStore } from './people/blocks/store.ts';
import { peopleRoutes } from './people/directory/routes.ts';
import { peopleStore } from './people/directory/store.ts';
import { followsRoutes } from './people/follows/routes.ts';
import { followsService } from './people/follows/service.ts';
import { followsStore } from './people/follows/store.ts';
import { passwordsService } from './people/passwords/service.ts';
import { profilesRoutes } from './people/profiles/routes.ts';
import { profilesService } from './people/profiles/service.ts';
import { profilesStore } from './people/profiles/store.ts';
import { providerConfigs, type ProviderAddresses } from './people/social-login/providers.ts';
import { addSocialCallback, socialRoutes } from './people/social-login/routes.ts';
import { socialService } from './people/social-login/service.ts';
import { socialStore } from './people/social-login/store.ts';
import { createAuth } from './people/users/auth.ts';
import { createDevices } from './people/users/device-cookie.ts';
import { createLogIn } from './people/users/log-in.ts';
import { usersRoutes } from './people/users/routes.ts';
import { usersService } from './people/users/service.ts';
import { createSessions } from './people/users/sessions.ts';
import { usersStore } from './people/users/store.ts';
import { ping, type Database } from './platform/db/connect.ts';
import { findJobRuns } from './platform/db/job-runs.ts';
import { isAdminKey } from './platform/http/admin-key.ts';
import { createServer } from './platform/http/create-server.ts';
import { addHealth } from './platform/http/health.ts';
import { rateLimits } from './platform/http/rate-limit.ts';
import { addRoute } from './platform/http/route.ts';
import { uploadBudget } from './platform/http/upload-budget.ts';
import { uploadFolder } from './platform/http/upload-folder.ts';
import type { BodyTimes } from './platform/http/watch-bodies.ts';
import { addWebApp } from './platform/http/web-app.ts';
import type { Job } from './platform/jobs/job.ts';
import { createMailer, type MailerOptions } from './platform/mail/mailer.ts';
import { openTransport } from './platform/mail/transport.ts';
import { composeMedia } from './platform/media/compose.ts';
import { openDrive } from './platform/media/drive.ts';
import { assertSpace, checkFreeSpace, freeBytes } from './platform/media/free-space.ts';
import { addMediaRoutes } from './platform/media/routes.ts';
import { openCluster } from './platform/realtime/cluster.ts';
import { openSockets } from './platform/realtime/sockets.ts';
import { commentsRoutes } from './trade/comments/routes.ts';
import { commentsService } from './trade/comments/service.ts';
import { commentsStore } from './trade/comments/store.ts';
import { feedRoutes } from './trade/feed/routes.ts';
import { feedService, type FeedServiceOptions } from './trade/feed/service.ts';
import { feedStore } from './trade/feed/store.ts';
import { likesRoutes } from './trade/likes/routes.ts';
import { likesService } from './trade/likes/service.ts';
import { likesStore } from './trade/likes/store.ts';
import { postsRoutes } from './trade/posts/routes.ts';
import { postsService } from './trade/posts/service.ts';
import { postsStore } from './trade/posts/store.ts';

export interface AppOptions {
  env: Env;
  db: Database;
  /** Folder of the built web app. */
  webDir: string;
  feed?: FeedServiceOptions;
  /** Other places of the providers of log-ins, for tests. */
  providerAddresses?: Partial<Record<Provider, ProviderAddresses>>;
  mail?: MailerOptions;
  messages?: MessagesOptions;
  push?: PushOptions;
  /** Stands in for the weather where the provider has sent none. */
  findSampleWeather?: WeatherOptions['findSample'];
  /** In ms: so often is looked whether rates changed of which nobody has told. */
  ratesCheckedEvery?: number;
  uploads?: { bodyTimes?: BodyTimes; findFreeBytes?: (folder: string) => Promise<number> };
  /** Where log lines go; standard output when left out. */
  logStream?: { write(line: string): void };
}

/** Composes the application: everything is wired here, in plain sight. Listening is the caller's. */
export async function createApp({
  env,
  db,
  webDir,
  feed: feedOptions,
  providerAddresses,
  mail,
  messages: messageOptions,
  push: pushOptions,
  findSampleWeather,
  ratesCheckedEvery = 60_000,
  uploads: { bodyTimes, findFreeBytes = freeBytes } = {},
  logStream,
}: AppOptions) {
  const app = await createServer(env, { logStream, bodyTimes });
  const drive = openDrive(env.dataDir);
  const people = usersStore(db);
  const pages = feedStore(db);
  const talk = messagesStore(db);
  const presence = presenceStore(db);
  const cluster = openCluster(env.redisUrl, app.log);
  const rateLimit = rateLimits(cluster.redis);
  const { publicUrl, secretKeys } = env;
  const sessions = createSessions({
    store: people,
    keys: secretKeys,
    publicUrl,
    onEnd(ended) {
      cluster.publish('sessionEnded', 'token' in ended ? ended : { userId: ended.userId });
      if ('token' in ended) sockets.disconnectSession(ended.token);
      else sockets.disconnectUser(ended.userId, ended.exceptToken);
    },
  });
  const devices = createDevices(secretKeys, publicUrl);
  const passwords = passwordsService();
  const sockets = openSockets(app.server, {
    send: (senderId, { userId, ...draft }, socketId) => chat.send(senderId, userId, draft, socketId),
    publicUrl,
    log: app.log,
    cluster,
    readCookies: (header) => app.parseCookie(header),
    trustProxy: env.trustProxy,
    rateLimit,
    findSession: sessions.findSession,
    findWatched: presence.findWatched,
    mayMeet: async (userId, otherId) => (await talk.findPartner(otherId, userId))?.isReachable ?? false,
    markSeen: presence.markSeen,
  });
  app.addHook('preClose', () => sockets.close());
  app.addHook('onClose', () => cluster.close());
  const mailer = createMailer(openTransport(env, app.log), app.log, mail);
  app.addHook('onClose', () => mailer.close());
  const { media, pictures } = composeMedia(app, db, drive);
  const findPrice: FindPostPrice = (post) => market.services.market.findPostPrice(post);
  const feed = feedService(pages, findPrice, {
    ...feedOptions,
    tell: (postId) => cluster.publish('feedChanged', { postId }),
  });
  cluster.on('feedChanged', ({ postId }) => feed.hear(postId));
  cluster.on('sessionEnded', (ended) => sessions.onRemoteEnd(ended));
  cluster.onMissed(() => {
    feed.hear(undefined);
    sessions.onRemoteEnd(undefined);
  });
  const profiles = profilesService(profilesStore(db), media, feed, sockets);
  const users = usersService(people, media, passwords, secretKeys);
  const posts = postsService(postsStore(db), media, feed, findPrice);
  const chat = messagesService({ store: talk, media, realtime: sockets, rateLimit }, messageOptions);
  const { invalidateUser, tokenOf, clearCookies } = sessions;
  const account = accountService({
    store: accountStore(db),
    passwords,
    wrongPasswords: rateLimit('password-tries', 10, 15),
    mailer,
    publicUrl,
    invalidateUser,
  });
  const personalData = personalDataService({
    store: personalDataStore(db),
    account,
    media,
    feed,
    mailer,
    drive,
    invalidateUser,
  });
  const onRegistered = account.sendVerifyLink;
  const logIn = createLogIn({ store: people, passwords, sessions, profiles, devices, rateLimit });

  const providers = providerConfigs(env.providers, providerAddresses);
  const auth = createAuth(db, env, {
    providers,
    log: app.log,
    findStanding: people.findStanding,
    async endAllLogins(userId) {
      await people.endAllLogins(userId);
      invalidateUser(userId);
    },
  });
  const setUp = providers.map(({ providerId }) => providerId);
  const social = socialService({ login: auth, store: socialStore(db), publicUrl, setUp, invalidateUser });

  const market = composeMarket({
    env,
    db,
    log: app.log,
    mailer,
    realtime: sockets,
    cluster,
    rateLimit,
    // Each process has its own board, and drops its own pages once it has read the new one.
    onPricesChanged: () => feed.hear(undefined),
    tokenOf,
    push: pushOptions,
    findSampleWeather,
    isServing: () => app.server.listening,
  });
  // An import beside this process without Redis, or a message that was lost, would be found by nobody else.
  let checking: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    checking = setInterval(() => void market.services.market.catchUp(), ratesCheckedEvery);
  });
  app.addHook('preClose', async () => clearInterval(checking));
  app.addHook('onClose', () => market.close());

  const { notifications } = market.services;
  const likes = likesService(likesStore(db), feed, notifications);
  const reviews = reviewsService(reviewsStore(db), feed, notifications);
  const comments = commentsService({ store: commentsStore(db), feed, notifications });
  const follows = followsService(followsStore(db), notifications);

  const routes = [
    ...usersRoutes({ logIn, sessions, devices, users, profiles, rateLimit, onRegistered }),
    ...accountRoutes({ account, profiles, sessions, rememberDevice: devices.remember, rateLimit }),
    ...personalDataRoutes({ personalData, clearCookies }),
    ...socialRoutes(social, profiles, rateLimit),
    ...profilesRoutes(profiles, rateLimit),
    ...postsRoutes(posts, rateLimit),
    ...feedRoutes(feed, pages),
    ...likesRoutes(likes, rateLimit),
    ...commentsRoutes(comments, rateLimit),
    ...followsRoutes(follows, rateLimit),
    ...blocksRoutes(blocksService(blocksStore(db), follows, sockets)),
    ...reportsRoutes(reportsService(reportsStore(db), feed), rateLimit),
    ...adminRoutes(adminService({ store: adminStore(db), feed, invalidateUser, log: app.log })),
    ...reviewsRoutes(reviews, rateLimit),
    ...messagesRoutes(chat, rateLimit),
    ...peopleRoutes(peopleStore(db), rateLimit),
    ...market.routes,
  ];
  const routeOptions = {
    findViewer: sessions.findViewer,
    isAdmin: ({ headers }: FastifyRequest) => isAdminKey(headers.authorization, secretKeys),
    uploadDir: uploadFolder(env.dataDir),
    uploads: uploadBudget(),
    assertSpace: async (bytes: number) => assertSpace(await findFreeBytes(env.dataDir), bytes),
    checkResponses: !env.isProduction,
  };
  for (const route of routes) addRoute(app, route, routeOptions);
  addSocialCallback(app, social);
  addExport(app, personalData, sessions.findViewer, rateLimit);
  addMediaRoutes(app, drive, pictures, sessions.findViewer);
  addHealth(app, {
    needed: { database: () => ping(db) },
    useful: {
      media: () => drive.exists('ready'),
      disk: async () => checkFreeSpace(env.dataDir, await findFreeBytes(env.dataDir)),
      ...(env.redisUrl && { redis: cluster.ping }),
    },
    findSources: market.services.sources.find,
    findJobs: () => findJobRuns(db),
  });
  await addWebApp(app, webDir);

  const services = {
    users,
    profiles,
    posts,
    likes,
    comments,
    follows,
    chat,
    reviews,
    media,
    ...market.services,
  };
  const jobs: Job[] = [
    ...market.jobs,
    { name: 'sweep-media', cron: '*/10 * * * *', run: () => media.sweep() },
    { name: 'remove-expired-sessions', cron: '40 2 * * *', run: people.removeExpiredSessions },
    { name: 'forget-words', cron: '10 3 * * *', run: pages.forgetWords },
  ];
  return { server: app, services, jobs };
}

export type App = Awaited<ReturnType<typeof createApp>>;
/** What work outside requests uses: demo data, commands, the sweeper. */
export type Services = App['services'];
