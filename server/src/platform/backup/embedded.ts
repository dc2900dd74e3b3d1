import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupResult, BegunCopy } from '@upaj/contract/moderation/admin';
import type { Env } from '#src/env.ts';
import { connect } from '#src/platform/db/connect.ts';
import type { Connection, Database } from '#src/platform/db/connection.ts';
import { beginHotCopy, endHotCopy } from '#src/platform/db/hot-copy.ts';
import { findServerVersion } from '#src/platform/db/restore-target.ts';
import { findSchema } from '#src/platform/db/migrate.ts';
import { addressOf, callServer, type AdminResult } from '#src/platform/admin-client.ts';
import { StartError } from '#src/platform/start-error.ts';
import { copyFolder } from './files.ts';
import { saveBackupResult } from './store.ts';

export async function beginEmbedded(db: Database): Promise<BegunCopy> {
  const [{ newest = '' }, version] = [await findSchema(db, []), await findServerVersion(db)];
  return { ...(await beginHotCopy(db)), schema: newest, version };
}

/** The owner is the process that has the embedded database open. */
interface Owner {
  begin(): Promise<BegunCopy>;
  /** Ends the copy. @returns the content of the file `backup_label`, which the copy needs */
  end(): Promise<string>;
  close(): Promise<void>;
}

/** Copies the database to `folder` while it is in use. @throws StartError */
export async function backUpEmbedded(
  env: Env,
  folder: string,
): Promise<Pick<BegunCopy, 'schema' | 'version'>> {
  const owner = await findOwner(env);
  try {
    const source = join(env.dataDir, 'database');
    const { start, firstLog, schema, version } = await owner.begin();
    let label = '';
    try {
      await copyFolder(source, folder, (path) => path === 'pg_wal' || path === 'postmaster.pid');
    } finally {
      label = await owner.end();
    }
    if (!label.includes(`START WAL LOCATION: ${start} `))
      throw new StartError('The server restarted or began another backup meanwhile: run the backup again.');
    const log = join(folder, 'pg_wal');
    await copyFolder(join(source, 'pg_wal'), log, (path) => /^[\dA-F]{24}$/.test(path) && path < firstLog);
    if (!existsSync(join(log, firstLog)))
      throw new StartError(
        'So much was written meanwhile that the copy is incomplete: run the backup again.',
      );
    await writeFile(join(folder, 'backup_label'), label);
    return { schema, version };
  } finally {
    await owner.close();
  }
}

export async function recordInEmbedded(env: Env, result: BackupResult): Promise<void> {
  const recorded = await callOwner(env, 'result', result);
  if (recorded) return dataOf(recorded);
  const { db, close } = await connectHere(env);
  await saveBackupResult(db, result).finally(close);
}

const callOwner = (env: Env, step: 'begin' | 'end' | 'result', body: object = {}) =>
  callServer(env, { method: 'POST', path: `/api/v1/admin/backup/${step}`, body });

async function findOwner(env: Env): Promise<Owner> {
  const call = (step: 'begin' | 'end') => callOwner(env, step);
  const begun = await call('begin');
  if (!begun) return openHere(env);
  return {
    begin: async () => dataOf<BegunCopy>(begun),
    end: async () => dataOf<{ label: string }>(await call('end')).label,
    async close() {},
  };
}

function dataOf<T>(result: AdminResult | undefined): T {
  if (!result) throw new StartError('The server stopped meanwhile: run the backup again.');
  if (!result.success) throw new StartError(result.message ?? 'The server refused without giving a reason.');
  return result.data as T;
}

async function openHere(env: Env): Promise<Owner> {
  const { db, close } = await connectHere(env);
  return { begin: () => beginEmbedded(db), end: () => endHotCopy(db), close };
}

async function connectHere(env: Env): Promise<Connection> {
  if (!existsSync(join(env.dataDir, 'database')))
    throw new StartError(
      `There is no database in DATA_DIR ${env.dataDir}. Set the same environment variables as for the server.`,
    );
  return connect(env).catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(`No server is listening at ${addressOf(env)}, and ${error.message}`);
  });
}
