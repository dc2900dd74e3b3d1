import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Provider } from '@upaj/contract/social';
import { ping, type Database } from './db/connect.ts';
import { findJobRuns } from './db/job-runs.ts';
import type { Env } from './env.ts';
import { accountRoutes } from './features/account/routes.ts';
import { accountService } from './features/account/service.ts';
import { accountStore } from './features/account/store.ts';
import { adminRoutes } from './features/admin/routes.ts';
import { adminService } from './features/admin/service.ts';
import { adminStore } from './features/admin/store.ts';
import { blocksRoutes } from './features/blocks/routes.ts';
import { blocksService } from './features/blocks/service.ts';
import { blocksStore } from './features/blocks/store.ts';
import { commentsRoutes } from './features/comments/routes.ts';
import { commentsService, type CommentsService } from './features/comments/service.ts';
import { commentsStore } from './features/comments/store.ts';
import { feedRoutes } from './features/feed/routes.ts';
import { feedService, type FeedServiceOptions } from './features/feed/service.ts';
import { feedStore } from './features/feed/store.ts';
import { followsRoutes } from './features/follows/routes.ts';
import { followsService, type FollowsService } from './features/follows/service.ts';
import { followsStore } from './features/follows/store.ts';
import { likesRoutes } from './features/likes/routes.ts';
import { likesService, type LikesService } from './features/likes/service.ts';
import { likesStore } from './features/likes/store.ts';
import type { FindPostPrice } from './features/market/service.ts';
import { messagesRoutes } from './features/messages/routes.ts';
import { messagesService, type MessagesOptions } from './features/messages/service.ts';
import { messagesStore } from './features/messages/store.ts';
import { addMediaRoutes } from './features/media/routes.ts';
import { mediaService, type MediaService } from './features/media/service.ts';
import { mediaStore } from './features/media/store.ts';
import { addExport, personalDataRoutes } from './features/personal-data/routes.ts';
import { personalDataService } from './features/personal-data/service.ts';
import { personalDataStore } from './features/personal-data/store.ts';
import { peopleRoutes } from './features/people/routes.ts';
import { peopleStore } from './features/people/store.ts';
import { postsRoutes } from './features/posts/routes.ts';
import { postsService, type PostsService } from './features/posts/service.ts';
import { postsStore } from './features/posts/store.ts';
import { presenceStore } from './features/presence/store.ts';
import { profilesRoutes } from './features/profiles/routes.ts';
import { profilesService, type ProfilesService } from './features/profiles/service.ts';
import { profilesStore } from './features/profiles/store.ts';
import { reportsRoutes } from './features/reports/routes.ts';
import { reportsService } from './features/reports/service.ts';
import { reportsStore } from './features/reports/store.ts';
import { reviewsRoutes } from './features/reviews/routes.ts';
import { reviewsService } from './features/reviews/service.ts';
import { reviewsStore } from './features/reviews/store.ts';
import { providerConfigs, type ProviderAddresses } from './features/social/providers.ts';
import { addSocialCallback, socialRoutes } from './features/social/routes.ts';
import { socialService } from './features/social/service.ts';
import { socialStore } from './features/social/store.ts';
import { createAuth } from './features/users/auth.ts';
import { usersRoutes } from './features/users/routes.ts';
import { usersService, type UsersService } from './features/users/service.ts';
import { createSessions } from './features/users/sessions.ts';
import { usersStore } from './features/users/store.ts';
import { isAdminKey } from './http/admin-key.ts';
import { createServer } from './http/create-server.ts';
import { addHealth } from './http/health.ts';
import { rateLimits } from './http/rate-limit.ts';
import { addRoute } from './http/route.ts';
import { uploadFolder } from './http/upload-folder.ts';
import { addWebApp } from './http/web-app.ts';
import { composeMarket, type MarketServices, type PushOptions } from './market.ts';
import { createMailer, type MailerOptions } from './mail/mailer.ts';
import { openTransport } from './mail/transport.ts';
import type { Job } from './jobs/job.ts';
import { openDrive } from './media/drive.ts';
import { openCluster } from './realtime/cluster.ts';
import { openSockets } from './realtime/sockets.ts';

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
  /** In ms: so often is looked whether rates changed of which nobody has told. */
  ratesCheckedEvery?: number;
  /** Where log lines go; standard output when left out. */
  logStream?: { write(line: string): void };
}

/** What work outside requests uses: demo data, commands, the sweeper. */
export interface Services extends MarketServices {
  users: UsersService;
  profiles: ProfilesService;
  posts: PostsService;
  likes: LikesService;
  comments: CommentsService;
  follows: FollowsService;
  media: MediaService;
}

export interface App {
  server: FastifyInstance;
  services: Services;
  /** What is due by the clock; the caller starts it. */
  jobs: Job[];
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
  ratesCheckedEvery = 60_000,
  logStream,
}: AppOptions): Promise<App> {
  const app = await createServer(env, logStream);

  const drive = openDrive(env.dataDir);
  const people = usersStore(db);
  const pages = feedStore(db);
  const talk = messagesStore(db);
  const presence = presenceStore(db);
  const cluster = openCluster(env.redisUrl, app.log);
  const rateLimit = rateLimits(cluster.redis);
  const sessions = createSessions(people, (ended) => {
    cluster.publish('sessionEnded', ended);
    if ('token' in ended) sockets.disconnectSession(ended.token);
    else sockets.disconnectUser(ended.userId);
  });
  const sockets = openSockets(app.server, {
    send: (senderId, { userId, ...draft }, socketId) => chat.send(senderId, userId, draft, socketId),
    publicUrl: env.publicUrl,
    log: app.log,
    cluster,
    readCookies: (header) => app.parseCookie(header),
    findSession: sessions.findSession,
    findWatched: presence.findWatched,
    mayMeet: async (userId, otherId) => (await talk.findPartner(otherId, userId))?.isReachable ?? false,
    markSeen: presence.markSeen,
  });
  app.addHook('preClose', () => sockets.close());
  app.addHook('onClose', () => cluster.close());
  const mailer = createMailer(openTransport(env, app.log), app.log, mail);
  app.addHook('onClose', () => mailer.close());
  const media = mediaService(drive, mediaStore(db), app.log);
  const findPrice: FindPostPrice = (post) => market.services.market.findPostPrice(post);
  const feed = feedService(pages, findPrice, {
    ...feedOptions,
    tell: (postId) => cluster.publish('feedChanged', { postId }),
  });
  cluster.on('feedChanged', ({ postId }) => feed.hear(postId));
  cluster.on('sessionEnded', (ended) => sessions.hear(ended));
  cluster.onMissed(() => {
    feed.hear(undefined);
    sessions.hear(undefined);
  });
  const profiles = profilesService(profilesStore(db), media, feed, sockets);
  const users = usersService(people, media, env.secretKey);
  const posts = postsService(postsStore(db), media, feed, findPrice);
  const likes = likesService(likesStore(db), feed);
  const chat = messagesService({ store: talk, media, realtime: sockets, rateLimit }, messageOptions);
  const follows = followsService(followsStore(db));
  const { publicUrl } = env;
  const { forgetUser, tokenOf, clearCookies } = sessions;
  const account = accountService({ store: accountStore(db), mailer, publicUrl, forgetUser });
  const personalData = personalDataService({
    store: personalDataStore(db),
    account,
    media,
    feed,
    mailer,
    drive,
    forgetUser,
  });
  const passwordTries = rateLimit('password-tries', 10, 15);
  const onRegistered = account.sendVerifyLink;

  const providers = providerConfigs(env.providers, providerAddresses);
  const auth = createAuth(db, env, {
    providers,
    findStanding: people.findStanding,
    async closeWaysIn(userId) {
      await people.closeWaysIn(userId);
      forgetUser(userId);
    },
  });
  const setUp = providers.map(({ providerId }) => providerId);
  const social = socialService({ login: auth, store: socialStore(db), publicUrl, setUp, forgetUser });

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
  const comments = commentsService({ store: commentsStore(db), feed, notifications, log: app.log });

  const routes = [
    ...usersRoutes({ auth, sessions, users, profiles, rateLimit, onRegistered }),
    ...accountRoutes({ account, profiles, tokenOf, passwordTries, rateLimit }),
    ...personalDataRoutes({ personalData, clearCookies, passwordTries }),
    ...socialRoutes(social, profiles, rateLimit),
    ...profilesRoutes(profiles, rateLimit),
    ...postsRoutes(posts, rateLimit),
    ...feedRoutes(feed, pages),
    ...likesRoutes(likes),
    ...commentsRoutes(comments, rateLimit),
    ...followsRoutes(follows),
    ...blocksRoutes(blocksService(blocksStore(db), follows, sockets)),
    ...reportsRoutes(reportsService(reportsStore(db), feed), rateLimit),
    ...adminRoutes(adminService({ store: adminStore(db), feed, forgetUser })),
    ...reviewsRoutes(reviewsService(reviewsStore(db), feed)),
    ...messagesRoutes(chat),
    ...peopleRoutes(peopleStore(db)),
    ...market.routes,
  ];
  const routeOptions = {
    findViewer: sessions.findViewer,
    isAdmin: ({ headers }: FastifyRequest) => isAdminKey(headers.authorization, env.secretKey),
    uploadDir: uploadFolder(env.dataDir),
    checkAnswers: !env.isProduction,
  };
  for (const route of routes) addRoute(app, route, routeOptions);
  addSocialCallback(app, social);
  addExport(app, personalData, sessions.findViewer, rateLimit);
  addMediaRoutes(app, drive);
  addHealth(app, {
    probes: {
      database: () => ping(db),
      media: () => drive.exists('ready'),
      ...(env.redisUrl && { redis: cluster.ping }),
    },
    findSources: market.services.sources.find,
    findJobs: () => findJobRuns(db),
  });
  await addWebApp(app, webDir);

  const services = { users, profiles, posts, likes, comments, follows, media, ...market.services };
  const jobs: Job[] = [
    ...market.jobs,
    { name: 'sweep-media', cron: '*/10 * * * *', run: () => media.sweep() },
    { name: 'forget-words', cron: '10 3 * * *', run: pages.forgetWords },
  ];
  return { server: app, services, jobs };
}
