import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { BackupResult } from '@upaj/contract/moderation/admin';
import type { Env } from '#src/env.ts';
import { connect } from '#src/platform/db/connect.ts';
import { lockDataDir } from '#src/platform/db/data-dir-lock.ts';
import { findServerVersion } from '#src/platform/db/restore-target.ts';
import { findSchema } from '#src/platform/db/migrate.ts';
import { ifThere } from '#src/platform/promises.ts';
import { openDrive } from '#src/platform/media/drive.ts';
import { StartError } from '#src/platform/start-error.ts';
import { signManifest } from './authenticity.ts';
import { backUpEmbedded, recordInEmbedded } from './embedded.ts';
import { explainFailure, megabytes, sumFolder } from './files.ts';
import { findBackups, nameBackup, signatureFor, writeManifest, writtenAs } from './manifest.ts';
import { readSums, writeSums } from './photo-sums.ts';
import { backUpPhotos, countPhotos } from './photos.ts';
import { dumpPostgres } from './postgres.ts';
import { saveBackupResult } from './store.ts';

const longestReason = 500;

/**
 * Adds a backup to `folder`, named by the time when it began. The folder gets this name when the backup is complete.
 * @returns what to print. @throws StartError
 */
export async function backUp(env: Env, folder: string, say: (line: string) => void): Promise<string> {
  const parent = resolve(folder);
  try {
    assertOutside(parent, env.dataDir);
    await mkdir(parent, { recursive: true, mode: 0o700 });
    await assertOwn(parent);
    const unlock = lockDataDir(parent, 'The backup folder');
    try {
      const { what, ...sizes } = await add(env, parent, say);
      // The result is stored after the copy, so that a restored database does not know of a backup later than its own.
      await recordResult(env, { outcome: 'success', what, ...sizes }, say);
      return `${what} is complete.`;
    } finally {
      unlock();
    }
  } catch (error) {
    const explained = explainFailure(error, parent);
    const what = String((explained as Error).message).slice(0, longestReason);
    await recordResult(env, { outcome: 'failure', what, databaseBytes: null, photoBytes: null }, say);
    throw explained;
  }
}

/** Stores the result, which `/operations` shows. The backup counts as complete even if that fails. */
async function recordResult(env: Env, result: BackupResult, say: (line: string) => void): Promise<void> {
  try {
    if (!env.databaseUrl) return await recordInEmbedded(env, result);
    const { db, close } = await connect(env);
    await saveBackupResult(db, result).finally(close);
  } catch (error) {
    say(`The result was not stored for /operations: ${(error as Error).message}`);
  }
}

async function add(
  env: Env,
  parent: string,
  say: (line: string) => void,
): Promise<Omit<BackupResult, 'outcome'>> {
  const started = new Date();
  const { finished, parts } = await findBackups(parent);
  for (const old of parts) await removeDump(join(parent, old));
  const name = nameBackup(started);
  const part = join(parent, `${name}.part`);
  await mkdir(part, { mode: 0o700 });
  let bytes: Pick<BackupResult, 'databaseBytes' | 'photoBytes'>;
  try {
    const copied = await backUpDatabase(env, join(part, 'database'));
    const sum = await sumFolder(join(part, 'database'));
    const seconds = ((Date.now() - started.getTime()) / 1_000).toFixed(1);
    say(`Database: ${megabytes(sum.bytes)} in ${seconds} s.`);
    // Photos are copied after the database. A photo that the database shows has its files even if it was deleted since:
    // they remain for seven days.
    const drive = await openDrive(env);
    const earlier = [...parts, ...finished.slice(0, 1)].map((entry) => join(parent, entry));
    const known = await Promise.all(earlier.map((from) => readSums(from, env.secretKeys)));
    const { added, sums } = await backUpPhotos(drive, part, earlier, known).finally(() => drive.close());
    const photos = { ...(await countPhotos(part)), sha256: await writeSums(part, sums) };
    say(`Photos: ${photos.files} files, ${megabytes(photos.bytes)}, ${added} of them new.`);
    await backUpKey(env, part);
    const text = writtenAs({
      format: 1,
      release: env.release,
      schema: copied.schema,
      startedAt: started.toISOString(),
      finishedAt: new Date().toISOString(),
      database: { kind: env.databaseUrl ? 'postgres' : 'embedded', version: copied.version, ...sum },
      photos,
      signature: signatureFor(env.secretKeys),
    });
    await signManifest(part, text, env.secretKeys);
    await writeManifest(part, text);
    bytes = { databaseBytes: sum.bytes, photoBytes: photos.bytes };
  } catch (error) {
    await removeDump(part);
    throw error;
  }
  await rename(part, join(parent, name));
  for (const old of parts) await rm(join(parent, old), { recursive: true });
  return { what: join(parent, name), ...bytes };
}

async function backUpDatabase(env: Env, folder: string): Promise<{ schema: string; version: string }> {
  if (!env.databaseUrl) return backUpEmbedded(env, folder);
  const { db, close } = await connect(env);
  try {
    const [{ newest = '' }, version] = [await findSchema(db, []), await findServerVersion(db)];
    await mkdir(folder, { mode: 0o700 });
    await dumpPostgres(env.databaseDirectUrl ?? env.databaseUrl, version, join(folder, 'dump'));
    return { schema: newest, version };
  } finally {
    await close();
  }
}

/** An unfinished dump is useless; photos are used by the next backup. */
async function removeDump(part: string): Promise<void> {
  await rm(join(part, 'database'), { recursive: true, force: true });
}

async function backUpKey({ dataDir, secretKeys }: Env, part: string): Promise<void> {
  const key = await ifThere(readFile(join(dataDir, 'secret-key'), 'utf8'));
  // If SECRET_KEY is set, the file may contain an old key, which the server does not use.
  if (key === secretKeys[0]) await copyFile(join(dataDir, 'secret-key'), join(part, 'secret-key'));
}

function assertOutside(folder: string, dataDir: string): void {
  const path = relative(dataDir, folder);
  if (path === '' || !/^\.\.|^[a-z]:/i.test(path))
    throw new StartError(
      `${folder} is in DATA_DIR: what destroys one would destroy the other. Give a folder elsewhere, best on another disk.`,
    );
}

async function assertOwn(folder: string): Promise<void> {
  const { others } = await findBackups(folder);
  if (others.length > 0)
    throw new StartError(
      `${folder} has files that belong to no backup, such as ${others[0]}. Give a folder that has only backups, or none yet.`,
    );
}
