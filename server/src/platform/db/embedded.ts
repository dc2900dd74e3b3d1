import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, PGliteDialect } from 'kysely';
import { StartError } from '#src/platform/start-error.ts';
import type { Connection, ConnectOptions, QueryEvent } from './connection.ts';
import { createPglite } from './create-pglite.ts';
import { damageIn } from './damage.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { vacuumWhenIdle } from './idle-vacuum.ts';
import type { DB } from './schema.ts';
import { valueParsers } from './value-parsers.ts';

const createProgram = fileURLToPath(new URL('create-embedded.ts', import.meta.url));

export async function openEmbedded({
  dataDir,
  onQuery,
}: Omit<ConnectOptions, 'databaseUrl'>): Promise<Connection> {
  const unlock = lockDataDir(dataDir);
  const folder = join(dataDir, 'database');
  try {
    const pglite = await openPglite(folder);
    const vacuum = vacuumWhenIdle(pglite);
    const onStatement = (event: QueryEvent) => {
      vacuum.count(changesRows(event.query.sql));
      onQuery?.(event);
    };
    return connectionTo(pglite, onStatement, () => {
      vacuum.stop();
      unlock();
    });
  } catch (error) {
    unlock();
    throw error instanceof StartError ? error : damageIn(dataDir, error as Error);
  }
}

async function openPglite(dataDir: string): Promise<PGlite> {
  if (!existsSync(dataDir)) await createDatabase(dataDir);
  // Without this file PGlite would create a new database over the old one.
  if (!existsSync(join(dataDir, 'PG_VERSION'))) throw new Error('PG_VERSION is missing');
  return createPglite(dataDir, { pg_trgm });
}

async function createDatabase(dataDir: string): Promise<void> {
  const part = `${dataDir}.part`;
  await rm(part, { recursive: true, force: true });
  try {
    await promisify(execFile)(process.execPath, [createProgram, part]);
  } catch (error) {
    const { signal, message } = error as Error & { signal?: string };
    const reason = signal ? `its program was ended by ${signal}. It needs 600 MB of memory` : message;
    throw new StartError(`The embedded database ${dataDir} was not created: ${reason}.`);
  }
  await rename(part, dataDir);
}

function changesRows(text: string): boolean {
  return /\b(?:insert|update|delete)\b/i.test(text);
}

export function connectionTo(
  pglite: PGlite,
  onQuery?: (event: QueryEvent) => void,
  onClose?: () => void,
): Connection {
  Object.assign(pglite.parsers, valueParsers);
  let writes = 0;
  const log = (event: QueryEvent) => {
    if (changesRows(event.query.sql)) writes += 1;
    onQuery?.(event);
  };
  const db = new Kysely<DB>({ dialect: new PGliteDialect({ pglite }), log });
  return {
    db,
    countWrites: () => writes,
    async runScript(text, values) {
      try {
        return await runOnEmbedded(pglite, text, values);
      } finally {
        writes += 1;
      }
    },
    async close() {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      onClose?.();
    },
  };
}

async function runOnEmbedded(pglite: PGlite, text: string, values: unknown[] = []) {
  if (values.length > 0) return pglite.query(text, values);
  // PGlite runs such a script in a transaction of its own: else a failure would leave the only connection inside the
  // script's.
  const results = opensTransaction(text)
    ? await pglite.transaction((transaction) => transaction.exec(text))
    : await pglite.exec(text);
  return { rows: results.flatMap(({ rows }) => rows) };
}

function opensTransaction(text: string): boolean {
  return /^\s*begin\b/i.test(text);
}
