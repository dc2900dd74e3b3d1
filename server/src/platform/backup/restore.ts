import { existsSync } from 'node:fs';
import { copyFile, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Env } from '#src/env.ts';
import { connect } from '#src/platform/db/connect.ts';
import { lockDataDir } from '#src/platform/db/data-dir-lock.ts';
import { readNames } from '#src/platform/db/migrate.ts';
import {
  dropEverything,
  findProcesses,
  findServerVersion,
  hasTables,
} from '#src/platform/db/restore-target.ts';
import { ifThere } from '#src/platform/promises.ts';
import { openDrive } from '#src/platform/media/drive.ts';
import { StartError } from '#src/platform/start-error.ts';
import { findDoubt, type Doubt } from './authenticity.ts';
import { assertPlain, copyFolder, explainFailure, sumFolder } from './files.ts';
import { chooseBackup, isOfKeys, nameBackup, readManifest, type Manifest } from './manifest.ts';
import { areIntact } from './photo-sums.ts';
import { countPhotos, restorePhotos } from './photos.ts';
import { restorePostgres } from './postgres.ts';

const doubts: Record<Doubt, string> = {
  'before signatures': 'it has no signature, because its release did not sign backups or somebody removed it',
  'own key': 'it is signed only with the key that is in it, which this market does not know',
  'other key': 'it is signed with a SECRET_KEY that this market does not know',
};

export interface RestoreOptions {
  isReplacing: boolean;
  say: (line: string) => void;
}

/** @returns the environment of the restored market, which may have another key. @throws StartError */
export async function restore(env: Env, given: string, { isReplacing, say }: RestoreOptions): Promise<Env> {
  const folder = await chooseBackup(resolve(given));
  await assertPlain(folder);
  const read = await readManifest(folder);
  const { manifest } = read;
  await verify(folder, manifest, env);
  const doubt = await findDoubt(folder, read, env.secretKeys);
  const when = `release ${manifest.release}, ${manifest.startedAt}`;
  say(
    doubt
      ? `${folder} is complete (${when}), but NOT VERIFIED: ${doubts[doubt]}. Somebody who could write to it may have changed it.`
      : `${folder} is intact: ${when}.`,
  );
  try {
    const put = env.databaseUrl ? restoreToPostgres : restoreEmbedded;
    const restored = { ...env, migrates: true, ...(await put(env, folder, isReplacing, say)) };
    if (!isOfKeys(manifest, restored.secretKeys))
      say(
        'SECRET_KEY is not that of the backup: everyone is logged out, and an Aadhaar number that is registered is not recognised as a duplicate. Add the old key to SECRET_KEY.',
      );
    return restored;
  } catch (error) {
    throw explainFailure(error, env.dataDir);
  }
}

async function verify(folder: string, manifest: Manifest, env: Env): Promise<void> {
  const { database, photos, release, schema } = manifest;
  const kind = env.databaseUrl ? 'postgres' : 'embedded';
  if (database.kind !== kind)
    throw new StartError(
      kind === 'postgres'
        ? `${folder} is a backup of an embedded database: unset DATABASE_URL to restore it.`
        : `${folder} is a backup of PostgreSQL: set DATABASE_URL to restore it.`,
    );
  if (schema && !(await readNames()).includes(schema))
    throw new StartError(
      `${folder} has a newer schema (${schema}, release ${release}) than this version (${env.release}) knows. Restore it with release ${release} or a later one.`,
    );
  const sum = await ifThere(sumFolder(join(folder, 'database')));
  const stored = await ifThere(countPhotos(folder));
  const isDamaged = sum?.sha256 !== database.sha256;
  const areComplete = stored?.files === photos.files && stored.bytes === photos.bytes;
  const hasPhotos = areComplete && (photos.sha256 === undefined || (await areIntact(folder, photos.sha256)));
  if (isDamaged || !hasPhotos)
    throw new StartError(
      `${folder} is damaged: its ${isDamaged ? 'database' : 'photos'} differ from manifest.json. Restore an earlier backup.`,
    );
}

/** The database is restored last, so that an interrupted restore can be run again. */
async function restoreEmbedded(
  env: Env,
  folder: string,
  isReplacing: boolean,
  say: (line: string) => void,
): Promise<Partial<Env>> {
  const { dataDir } = env;
  const unlock = lockDataDir(dataDir);
  try {
    const target = join(dataDir, 'database');
    const isThere = existsSync(target);
    if (isThere && !isReplacing)
      throw new StartError(
        `DATA_DIR ${dataDir} has a database already. With --replace, it is moved aside and the backup takes its place.`,
      );
    await putPhotos(env, folder);
    const part = `${target}.restored`;
    await rm(part, { recursive: true, force: true });
    await copyFolder(join(folder, 'database'), part);
    const aside = `.replaced-${nameBackup(new Date())}`;
    if (isThere) {
      await rename(target, target + aside);
      say(`The earlier database is in ${target + aside}: delete it when all is well.`);
    }
    const key = await putKey(env, folder, isThere ? aside : undefined);
    await rename(part, target);
    return key;
  } finally {
    unlock();
  }
}

async function restoreToPostgres(env: Env, folder: string, isReplacing: boolean): Promise<Partial<Env>> {
  const { db, close } = await connect(env);
  let version: string;
  try {
    version = await findServerVersion(db);
    const processes = await findProcesses(db);
    if (processes.length > 0)
      throw new StartError(`The database is in use by ${processes.join(', ')}. Stop these processes first.`);
    const isThere = await hasTables(db);
    if (isThere && !isReplacing)
      throw new StartError(
        'The database has tables already. Give an empty one in DATABASE_URL; with --replace, the tables are deleted first.',
      );
    await putPhotos(env, folder);
    if (isThere) await dropEverything(db);
  } finally {
    await close();
  }
  const url = env.databaseDirectUrl ?? env.databaseUrl ?? '';
  await restorePostgres(url, version, join(folder, 'database', 'dump'));
  return {};
}

async function putPhotos(env: Env, folder: string): Promise<void> {
  const drive = await openDrive(env);
  await restorePhotos(folder, drive).finally(() => drive.close());
}

/** Puts the key of the backup in its place. A backup contains the key if the market had none in SECRET_KEY. */
async function putKey(env: Env, folder: string, aside: string | undefined): Promise<Partial<Env>> {
  const [backedUp, file] = [join(folder, 'secret-key'), join(env.dataDir, 'secret-key')];
  const key = await ifThere(readFile(backedUp, 'utf8'));
  const present = await ifThere(readFile(file, 'utf8'));
  if (!key || key === present || present !== env.secretKeys[0]) return {};
  if (aside) await rename(file, file + aside);
  await copyFile(backedUp, file);
  return { secretKeys: [key] };
}
