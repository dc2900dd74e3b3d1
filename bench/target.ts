import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchBursts } from '@upaj/contract/rate-limits';
import { searches } from '@upaj/contract/trade/feed';
import { suggestionSearches } from '@upaj/contract/trade/search';
import { readEnv } from '../server/src/env.ts';
import { connect } from '../server/src/platform/db/connect.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { testSecretKey } from '../server/test/session-cookie.ts';
import { relayMessages, serveFromMemory, serveFromQuery, serveViews } from './limits.ts';

const poolSize = 8;

export type TargetOrder =
  | { kind: 'memory'; body: string }
  | { kind: 'query'; databaseUrl: string; viewerId: string; isCountedOnce: boolean }
  | { kind: 'views'; databaseUrl: string; body: string; sessions: Record<string, string> }
  | { kind: 'relay' | 'posts-store'; databaseUrl: string }
  /** Without a `databaseUrl`, the app opens the embedded database under `dataDir`. */
  | {
      kind: 'app';
      databaseUrl?: string | undefined;
      dataDir?: string | undefined;
      redisUrl?: string | undefined;
      isWarm: boolean;
    };

/** Starts the server that the parent process orders, and returns its port. */
export async function serve(order: TargetOrder): Promise<{ port: number }> {
  return { port: await start(order) };
}

async function start(order: TargetOrder): Promise<number> {
  switch (order.kind) {
    case 'memory':
      return listen(serveFromMemory(Buffer.from(order.body)));
    case 'query':
      return listen(await serveFromQuery(order.databaseUrl, poolSize, order));
    case 'views':
      return listen(serveViews(order.databaseUrl, poolSize, order.body, order.sessions));
    case 'relay':
      return listen(await relayMessages(order.databaseUrl, poolSize));
    case 'posts-store': {
      const { servePostsStore } = await import('./posts-store.ts');
      return listen(await servePostsStore(order.databaseUrl, poolSize));
    }
    case 'app':
      return startApp(order);
  }
}

/** Lift the limits of searches, because the one viewer of a bench searches more often than people may. */
for (const limit of [searchBursts, searches, suggestionSearches]) Object.assign(limit, { points: 1e9 });

async function startApp({ databaseUrl, dataDir, redisUrl, isWarm }: Extract<TargetOrder, { kind: 'app' }>) {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'upaj-bench-')));
  const env = {
    ...readEnv({
      NODE_ENV: 'production',
      DATA_DIR: folder,
      SECRET_KEY: testSecretKey,
      // The weather provider must not affect the results.
      OPEN_METEO_URL: 'http://127.0.0.1:9',
    }),
    databaseUrl,
    redisUrl,
  };
  // The app is imported here because loading it takes longer than starting a hand-written limit.
  const { createApp } = await import('../server/src/app.ts');
  const { db, close } = await connect({ databaseUrl, dataDir: folder, poolSize });
  await migrate(db);
  const { server } = await createApp({
    env,
    db,
    webDir: join(folder, 'no-web-app'),
    feed: isWarm ? {} : { hasPageCache: false },
    messages: { perMinute: Number.MAX_SAFE_INTEGER },
  });
  process.once('SIGTERM', () => {
    const stop = async () => {
      await server.close();
      await close();
      if (!dataDir) await rm(folder, { recursive: true, force: true });
    };
    stop().finally(() => process.exit(0));
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  return (server.server.address() as AddressInfo).port;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
