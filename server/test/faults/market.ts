import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#src/platform/db/connect.ts';
import type { Connection } from '#src/platform/db/connection.ts';
import { addPerson, addPost, photo, type Person } from '#test/factories.ts';
import { freePort, killServers, spawnServer, waitUntilOpen, type ServerProcess } from '#test/process.ts';
import type { PostgresServer } from '../../../scripts/lib/postgres.mjs';
import { startPostgres } from '../../../scripts/lib/postgres.mjs';
import type { RedisServer } from '../../../scripts/lib/redis.mjs';
import { startRedis } from '../../../scripts/lib/redis.mjs';

export function nth<T>(list: readonly T[], number: number): T {
  const item = list[number % list.length];
  if (item === undefined) throw new Error('An empty list');
  return item;
}

export interface Market {
  postgres: PostgresServer;
  redis: RedisServer;
  servers: ServerProcess[];
  people: Person[];
  postIds: string[];
  photo: Blob;
  dataDir: string;
  hasOwnDisk: boolean;
  database: Connection;
  reopen(index: number): Promise<void>;
  close(): Promise<void>;
}

const megabytesOfDisk = 400;

export async function openMarket(countOfPeople: number, wantsDisk: boolean): Promise<Market> {
  const closing: (() => unknown)[] = [];
  const close = async () => {
    killServers();
    for (const end of closing.toReversed()) await end();
  };
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'upaj-faults-'));
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
    const hasOwnDisk = wantsDisk && mountDisk(dataDir);
    if (hasOwnDisk) closing.push(() => execFileSync('umount', ['--lazy', dataDir]));
    const postgres = await startPostgres({ settings: ['synchronous_commit=on', 'full_page_writes=on'] });
    closing.push(postgres.stop);
    const redis = await startRedis();
    closing.push(redis.halt);
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      SECRET_KEY: 'k'.repeat(32),
      LOG_LEVEL: 'fatal',
    };
    const open = async (port: number) => {
      const server = spawnServer(port, env);
      await waitUntilOpen(server);
      return server;
    };
    const ports = [await freePort(), await freePort()];
    const servers = [await open(ports[0] ?? 0), await open(ports[1] ?? 0)];
    closing.push(async () => {
      killServers();
      await Promise.all(servers.map(({ ended }) => ended));
    });
    const url = servers[0]?.url ?? '';
    const people: Person[] = [];
    for (let count = 0; count < countOfPeople; count += 1) people.push(await addPerson(url));
    const posts = await Promise.all(people.map((person) => addPost(person)));
    const database = await connect({ databaseUrl: postgres.url, dataDir, poolSize: 2 });
    closing.push(() => database.close());
    return {
      postgres,
      redis,
      servers,
      people,
      postIds: posts.map(({ _id }) => _id),
      photo: await photo({ width: 320, height: 240 }),
      dataDir,
      hasOwnDisk,
      database,
      async reopen(index) {
        servers[index] = await open(ports[index] ?? 0);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function mountDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytesOfDisk}m`, 'tmpfs', folder], {
      stdio: 'pipe',
    });
    return true;
  } catch {
    return false;
  }
}
