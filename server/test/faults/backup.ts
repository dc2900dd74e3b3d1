import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { findBackupResults } from '#src/platform/backup/store.ts';
import { connect } from '#src/platform/db/connect.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { dropEverything } from '#src/platform/db/restore-target.ts';
import { addPerson, addPost, photo } from '#test/factories.ts';
import { findLeftAfterSweep } from '#test/leftovers.ts';
import { freePort, runCommand, spawnServer, waitUntilOpen } from '#test/process.ts';
import { checkWrites } from './check-writes.ts';
import { Load } from './load.ts';

export interface Drill {
  people: number;
  /** The market is under load for so many ms before each backup. */
  loadFor: number;
  /** The environment of the server and of the admin command. */
  env: { DATA_DIR: string; DATABASE_URL?: string; SECRET_KEY?: string };
  /** The folder to which backups are written. */
  folder: string;
}

export interface DrillReport {
  acknowledged: number;
  photos: number;
  notes: string[];
  problems: string[];
}

const tables = ['users', 'posts', 'post_counts', 'comments', 'likes', 'messages', 'conversations'] as const;
type Counts = Record<(typeof tables)[number], number>;

/** Backs up a market under load, destroys its database and photos, restores it and counts everything. */
export async function drill({
  people: countOfPeople,
  loadFor,
  env: given,
  folder,
}: Drill): Promise<DrillReport> {
  const env = { ...given, PORT: String(await freePort()), LOG_LEVEL: 'fatal' };
  const notes: string[] = [];
  const problems: string[] = [];
  const admin = async (...args: string[]) => {
    const began = performance.now();
    const { code, out, err } = await runCommand('admin', args, env);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${out} ${err}`);
    notes.push(
      `${args[0]}: ${((performance.now() - began) / 1_000).toFixed(1)} s. ${out.trim().replaceAll('\n', ' ')}`,
    );
  };
  const open = async () => {
    const server = spawnServer(Number(env.PORT), env);
    await waitUntilOpen(server);
    return server;
  };
  const withDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const { db, close } = await connect({
      dataDir: env.DATA_DIR,
      databaseUrl: env.DATABASE_URL,
      poolSize: 2,
    });
    return work(db).finally(close);
  };

  const server = await open();
  const people = [];
  for (let count = 0; count < countOfPeople; count += 1) people.push(await addPerson(server.url));
  const posts = await Promise.all(people.map((person) => addPost(person)));
  const market = {
    people,
    servers: [server],
    postIds: posts.map(({ _id }) => _id),
    photo: await photo({ width: 320, height: 240 }),
  };
  const load = new Load(market, { liked: new Set(), written: new Map() });
  load.start();
  await wait(loadFor);
  await killBackup(folder, env);
  await admin('backup', folder);
  await wait(loadFor);
  const before = load.writes.filter(({ isAcknowledged }) => isAcknowledged).map((write) => ({ ...write }));
  load.slowest = 0;
  await admin('backup', folder);
  notes.push(`slowest call during the backup ${load.slowest.toFixed(0)} ms`);
  await wait(loadFor);
  await load.stop();
  if (load.outcomes.has(500)) problems.push('500 was answered');
  server.child.kill('SIGTERM');
  await server.ended;
  const atEnd = await withDatabase(countRows);

  await withDatabase(async (db) => {
    if (env.DATABASE_URL) await dropEverything(db);
  });
  await rm(env.DATA_DIR, { recursive: true });
  await admin('restore', folder);

  const again = await open();
  await admin('media', 'check');
  for (const person of people) {
    const { status } = await person.client.at(again.url).send('GET /api/v1/users/current-user');
    if (status !== 200) problems.push(`a session ended: ${status}`);
  }
  again.child.kill('SIGTERM');
  await again.ended;
  problems.push(...(await findLeftAfterSweep(env)));
  const { lost, doubled, counts } = await withDatabase(async (db) => ({
    ...(await checkWrites(db, before)),
    counts: await countRows(db),
  }));
  const known = (await withDatabase(findBackupResults)).find(({ outcome }) => outcome === 'success');
  const [earlier = ''] = (await readdir(folder)).filter((name) => name.endsWith('Z')).toSorted();
  if (known?.what !== join(folder, earlier))
    problems.push(`the last backup is ${known?.what}, not ${earlier}`);
  if (before.length === 0) problems.push('nothing was acknowledged');
  if (lost > 0) problems.push(`${lost} lost`);
  if (doubled > 0) problems.push(`${doubled} doubled or miscounted`);
  notes.push(tables.map((table) => `${table} ${counts[table]} of ${atEnd[table]}`).join(', '));
  for (const table of tables)
    if (counts[table] > atEnd[table])
      problems.push(`${table} has ${counts[table]} rows, not ${atEnd[table]}`);
  const files = (await readdir(join(env.DATA_DIR, 'media'))).filter((file) => file.endsWith('.webp'));
  for (const file of files)
    await sharp(join(env.DATA_DIR, 'media', file))
      .stats()
      .catch(() => problems.push(`${file} is no whole photo`));
  return { acknowledged: before.length, photos: files.length, notes, problems };
}

/** Kills a backup when it has begun to copy the database. */
async function killBackup(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const killing = new AbortController();
  const killed = runCommand('admin', ['backup', folder], env, { signal: killing.signal });
  const hasBegun = async () => {
    const names = await readdir(folder).catch(() => []);
    return names.some((name) => name.endsWith('Z') || existsSync(join(folder, name, 'database')));
  };
  while (!(await hasBegun())) await wait(5);
  killing.abort();
  await killed;
}

async function countRows(db: Database): Promise<Counts> {
  const counts: Partial<Counts> = {};
  for (const table of tables) {
    const all = db.fn.countAll<string>().as('count');
    counts[table] = Number((await db.selectFrom(table).select(all).executeTakeFirstOrThrow()).count);
  }
  return counts as Counts;
}
