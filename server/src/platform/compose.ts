import type { Language } from '@upaj/contract/texts';
import type { FastifyRequest } from 'fastify';
import type { Env } from '#src/env.ts';
import { ping, type Connection, type Database } from './db/connection.ts';
import { readNames } from './db/migrate.ts';
import { findSchema } from '#src/platform/db/migrate.ts';
import { findMissingTrigrams } from '#src/platform/db/trigrams.ts';
import { backupRoutes } from './backup/routes.ts';
import { findJobRuns } from './jobs/store.ts';
import { isAdminKey } from './http/admin-key.ts';
import { createServer } from './http/create-server.ts';
import { addRoute } from './http/add-route.ts';
import { openApiRoute } from './http/docs.ts';
import { healthRoutes, type HealthOptions } from './http/health.ts';
import { ownWrites } from './http/own-writes.ts';
import { rateLimits } from './http/rate-limit.ts';
import type { Route, Viewer } from './http/route.ts';
import { readerLanguage } from './http/reader.ts';
import { setSecurityHeaders } from './http/security.ts';
import { createSessionCookie } from './http/session-cookie.ts';
import { uploadBudget } from './http/upload-budget.ts';
import { uploadFolder } from './http/upload-folder.ts';
import type { BodyTimes } from './http/watch-bodies.ts';
import { webAppRoutes } from './http/web-app.ts';
import type { SenderOptions } from './background-sender.ts';
import { createMailer } from './mail/mailer.ts';
import { openTransport } from './mail/transport.ts';
import { photoAddresses } from './media/addresses.ts';
import { openDrive } from './media/drive.ts';
import { assertSpace, checkFreeSpace, freeBytes } from './media/free-space.ts';
import { openPhotoDecoder, type PhotoDecoder } from './media/photo-decoder.ts';
import { mediaRoute, type IsEvidence } from './media/routes.ts';
import { mediaService } from './media/service.ts';
import { mediaStore } from './media/store.ts';
import { errorCounts } from './observability/error-counts.ts';
import type { Metric } from '#src/platform/observability/metrics-server.ts';
import { platformMetrics } from './observability/platform-metrics.ts';
import { openSmsGateway } from './sms/gateway.ts';
import { createMessenger } from './sms/messenger.ts';
import type { Traces } from './observability/traces.ts';
import { placesRoutes } from './places/routes.ts';
import { openCluster } from './realtime/cluster.ts';
import { openSockets, type SocketHandlers } from './realtime/sockets.ts';

export interface PlatformOptions {
  env: Env;
  db: Database;
  findLoad?: Connection['findLoad'];
  countWrites?: Connection['countWrites'];
  traces?: Traces | undefined;
  webDir: string;
  mail?: SenderOptions;
  /** `timeout` is that of a request to the gateway, in ms. */
  sms?: SenderOptions & { timeout?: number };
  decoder?: PhotoDecoder;
  uploads?: { bodyTimes?: BodyTimes; findFreeBytes?: (folder: string) => Promise<number> };
  /** The standby that lists are read from. */
  standby?: Connection['standby'];
  logStream?: { write(line: string): void };
  /** A command to Redis times out after this many ms. */
  redisTimeout?: number | undefined;
  /** When it is aborted, `/readyz` reports that the server stops, some seconds before it closes. */
  stopping?: AbortSignal;
}

export interface Served {
  routes: readonly Route[];
  findViewer(request: FastifyRequest): Promise<Viewer | null>;
  reports: HealthOptions['reports'];
  metrics: readonly Metric[];
  isEvidence: IsEvidence;
  /** Writes the tags for link previews of the app's page at this path, or '' if it has none. */
  writeHead(path: string, reader: { language: Language; site: string }): Promise<string>;
  socketHandlers: SocketHandlers;
}

export type Platform = Awaited<ReturnType<typeof composePlatform>>;

/** The caller builds the domains with the returned parts, and then calls `serve`. */
export async function composePlatform(options: PlatformOptions) {
  const { env, db, standby, findLoad, countWrites, traces, webDir, mail, sms, logStream, stopping } = options;
  const { bodyTimes, findFreeBytes = freeBytes } = options.uploads ?? {};
  const metricsServer =
    env.metricsPort === undefined
      ? undefined
      : (await import('./observability/metrics-server.ts')).openMetricsServer({
          port: env.metricsPort,
          host: env.host,
        });
  const observeRequest = metricsServer?.observeRequest;
  const countedErrors = errorCounts();
  const server = await createServer(env, {
    logStream,
    bodyTimes,
    stopping,
    observeRequest,
    observeError: countedErrors.add,
    follow: traces?.follow,
  });
  server.addHook('onClose', () => traces?.close());
  const { log } = server;
  const cluster = await openCluster(env.redisUrl, log, options.redisTimeout);
  const rateLimit = rateLimits(cluster.redis, options.redisTimeout);
  const sockets = openSockets({
    server: server.server,
    publicUrl: env.publicUrl,
    trustProxy: env.trustProxy,
    readCookies: (header) => server.parseCookie(header),
    log,
    cluster,
    rateLimit,
    follow: traces?.followSocket,
  });
  await setSecurityHeaders(server.server, env);
  server.addHook('preClose', async () => sockets.close());
  server.addHook('onClose', () => cluster.close());
  const mailer = createMailer({ transport: await openTransport(env, log), log, ...mail });
  server.addHook('onClose', () => mailer.close());
  const messenger = createMessenger({
    // Operators with a database of their own have members whom a file does not reach.
    isSetUp: env.sms !== undefined || env.databaseUrl === undefined,
    gateway: openSmsGateway(env, log, sms?.timeout),
    rateLimit,
    hourlyLimit: env.smsHourlyLimit,
    log,
    ...sms,
  });
  server.addHook('onClose', () => messenger.close());
  server.addHook('onClose', async () => metricsServer?.close());
  const drive = await openDrive(env);
  server.addHook('onClose', async () => drive.close());
  const { decoder: ownDecoder = openPhotoDecoder() } = options;
  const decoder = metricsServer ? metricsServer.measureDecoder(ownDecoder) : ownDecoder;
  server.addHook('onClose', async () => decoder.close());
  const photos = mediaStore({ db });
  const neededMigrations = await readNames();
  const media = mediaService({ drive, decoder, store: photos, log });

  async function serve(served: Served): Promise<void> {
    const { routes, findViewer, reports, metrics, writeHead, isEvidence, socketHandlers } = served;
    const routeOptions = {
      findViewer,
      rateLimit,
      isAdmin: ({ headers }: FastifyRequest) => isAdminKey(headers.authorization, env.secretKeys),
      uploadDir: uploadFolder(env.dataDir),
      uploads: uploadBudget(),
      assertSpace: async (bytes: number) => assertSpace(await findFreeBytes(env.dataDir), bytes),
      ownWrites: ownWrites(env.publicUrl, env.databaseReadUrl !== undefined),
      addressPhotos: env.mediaUrl ? photoAddresses({ mediaUrl: env.mediaUrl, store: photos }) : undefined,
      checkResponses: !env.isProduction,
    };
    sockets.serve(socketHandlers);
    const { release } = env;
    const ownMetrics = platformMetrics({ release, db, findLoad, standby, sockets, cluster, media });
    metricsServer?.add([...ownMetrics, ...messenger.metrics, ...metrics], log);
    const health = healthRoutes({
      release,
      findSchema: () => findSchema(db, neededMigrations),
      needed: { database: () => ping(db) },
      useful: {
        media: drive.probe,
        disk: async () => checkFreeSpace(env.dataDir, await findFreeBytes(env.dataDir)),
        ...(env.redisUrl && { redis: cluster.ping }),
        ...(standby && { standby: async () => assertFresh(standby) }),
      },
      reports: {
        ...reports,
        warnings: () => findMissingTrigrams(db),
        jobs: () => findJobRuns(db),
        ...(env.redisUrl && { messages: async () => cluster.counts }),
      },
      stopping,
    });
    const webApp = await webAppRoutes(server, webDir, (path, request) =>
      writeHead(path, { language: readerLanguage(request), site: env.publicUrl }),
    );
    const own = [
      ...placesRoutes(),
      mediaRoute({ drive, store: photos, mediaUrl: env.mediaUrl, isEvidence }),
      ...backupRoutes({ db, isEmbedded: !env.databaseUrl }),
      ...health,
      openApiRoute(server),
    ];
    for (const route of [...routes, ...own, ...webApp]) addRoute(server, route, routeOptions);
  }

  return {
    env,
    db,
    countWrites,
    server,
    log,
    cluster,
    rateLimit,
    realtime: sockets,
    mailer,
    messenger,
    drive,
    media,
    metricsServer,
    errorCounts: countedErrors,
    findFreeBytes: () => findFreeBytes(env.dataDir),
    sessionCookie: createSessionCookie(env.secretKeys, env.publicUrl),
    jobs: [{ name: 'sweep-media', cron: '*/10 * * * *', run: () => media.sweep() }],
    serve,
  };
}

function assertFresh({ isFresh }: NonNullable<Connection['standby']>): void {
  if (!isFresh)
    throw new Error('The standby of DATABASE_READ_URL is more than 5 s behind, or cannot be reached.');
}
