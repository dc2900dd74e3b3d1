import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createApp } from '#src/app.ts';
import { readEnv } from '#src/env.ts';
import { connect } from '#src/platform/db/connect.ts';
import type { Database } from '#src/platform/db/connection.ts';

export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

export async function countPhotoRows(db: Database): Promise<{ posts: number; unclaimed: number }> {
  const count = db.fn.countAll<string>().as('count');
  const posts = await db.selectFrom('posts').select(count).executeTakeFirstOrThrow();
  const unclaimed = await db
    .selectFrom('unclaimed_media')
    .select(count)
    .where('since', '<', tomorrow())
    .executeTakeFirstOrThrow();
  return { posts: Number(posts.count), unclaimed: Number(unclaimed.count) };
}

/** Finds the names of photos that were deleted and whose files stay for seven days. */
async function findKeptNames(db: Database): Promise<Set<string>> {
  const rows = await db
    .selectFrom('unclaimed_media')
    .select('name')
    .where('since', '>', tomorrow())
    .execute();
  return new Set(rows.map(({ name }) => name));
}

const tomorrow = () => new Date(Date.now() + 24 * 60 * 60_000);

async function findShownNames(db: Database): Promise<Set<string>> {
  const posts = await db.selectFrom('posts').select('images').execute();
  const people = await db.selectFrom('users').select(['avatar', 'cover_image']).execute();
  const messages = await db.selectFrom('messages').select('images').execute();
  const evidence = await db.selectFrom('case_evidence').select('images').execute();
  const urls = [
    ...evidence.flatMap(({ images }) => (images as { url: string }[]).map(({ url }) => url)),
    ...messages.flatMap(({ images }) => (images as { url: string }[]).map(({ url }) => url)),
    ...posts.flatMap(({ images }) => (images as { url: string }[]).map(({ url }) => url)),
    ...people.flatMap(({ avatar, cover_image }) => [avatar, cover_image]).filter((url) => url !== null),
  ];
  return new Set(urls.map(photoName));
}

/** Returns the name of '/media/<name>-1280.webp' and '<name>-320.webp'. */
export function photoName(url: string): string {
  return url.replace('/media/', '').replace(/-\d+\.webp$/, '');
}

/** Finds unused files, missing files and leftover uploads, except photos that were deleted in the last seven days. */
export async function findLeftovers(db: Database, dataDir: string): Promise<string[]> {
  const files = await listFiles(join(dataDir, 'media'));
  const shown = await findShownNames(db);
  const kept = await findKeptNames(db);
  const stored = new Set(files.map(photoName));
  const { unclaimed } = await countPhotoRows(db);
  return [
    ...files
      .filter((file) => !shown.has(photoName(file)) && !kept.has(photoName(file)))
      .map((file) => `no row shows ${file}`),
    ...[...kept].filter((name) => shown.has(name)).map((name) => `no one sees ${name}`),
    ...[...shown].filter((name) => !stored.has(name)).map((name) => `no file has ${name}`),
    ...(await listFiles(join(dataDir, 'uploads'))).map((file) => `upload ${file}`),
    ...(unclaimed > 0 ? [`${unclaimed} unclaimed names`] : []),
  ];
}

/** Finds the leftovers of a market that no server has open, for which uploads in progress count as abandoned. */
export async function findLeftAfterSweep(env: NodeJS.ProcessEnv): Promise<string[]> {
  const settings = readEnv({ ...env, NODE_ENV: 'test', LOG_LEVEL: 'error' });
  const { db, close } = await connect(settings);
  const { server, services } = await createApp({ env: settings, db, webDir: settings.dataDir });
  try {
    await services.media.sweep(-1_000);
    return await findLeftovers(db, settings.dataDir);
  } finally {
    await server.close();
    await close();
  }
}
