import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { connect } from '../server/src/platform/db/connect.ts';
import type { Database } from '../server/src/platform/db/connection.ts';
import { findPostmaster } from './cpu.ts';
import { openMarket, type Market } from './people.ts';
import type { Stage, Workers } from './stage.ts';

/** A running version of Upaj, started like by `npm start`, with the load generators for it. */
export interface Version {
  port: number;
  /** The processes of the server and of PostgreSQL. */
  pids: readonly number[];
  /** Undefined with the embedded database, which only its server can open. */
  db: Database | undefined;
  market: Market;
  load: Workers['load'];
  mixedLoad: Workers['mixed-load'];
}

interface Place {
  databaseUrl?: string;
  dataDir: string;
}

const thisFolder = fileURLToPath(new URL('..', import.meta.url));

/** Starts the version of a commit and this one with the same data. */
export async function openVersions(
  stage: Stage,
  commit: string,
  posts: number,
  isEmbedded: boolean,
): Promise<[before: Version, now: Version]> {
  const folder = await stage.checkOut(commit);
  const addPlace = async (template?: string): Promise<Place> => ({
    dataDir: await stage.addFolder(),
    ...(!isEmbedded && { databaseUrl: await stage.addDatabase(template) }),
  });
  const before = await addPlace();
  // Each version gets data in its own schema: this version migrates a copy of the other's data when it starts.
  await promisify(execFile)(process.execPath, ['bench/main.ts', 'data', String(posts)], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: before.databaseUrl, DATA_DIR: before.dataDir },
  });
  const market = await prepareMarket(before);
  const now = await addPlace(before.databaseUrl);
  if (isEmbedded) await cp(before.dataDir, now.dataDir, { recursive: true });
  const [load, mixedLoad] = [await stage.startWorker('load'), await stage.startWorker('mixed-load')];
  const open = async (from: string, { databaseUrl, dataDir }: Place): Promise<Version> => {
    const { port, pid } = await stage.startVersion(from, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
    const db = databaseUrl ? await stage.connect(databaseUrl) : undefined;
    const pids = db ? [pid, await findPostmaster(db)] : [pid];
    // Call the server as each writer, so that it has all sessions in memory.
    const requests = market.writers.map(({ cookie }) => ({
      method: 'GET',
      path: '/api/v1/users/current-user',
      cookie,
    }));
    await load({ port, connections: 8, ms: 60_000, requests });
    return { port, pids, db, market, load, mixedLoad };
  };
  return [await open(folder, before), await open(thisFolder, now)];
}

async function prepareMarket({ databaseUrl, dataDir }: Place): Promise<Market> {
  const { db, close } = await connect({ databaseUrl, dataDir, poolSize: 1 });
  try {
    if (databaseUrl) await sql`create extension pg_walinspect`.execute(db);
    return await openMarket(db);
  } finally {
    await close();
  }
}
