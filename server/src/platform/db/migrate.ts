import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { StartError } from '#src/platform/start-error.ts';
import type { Database } from './connect.ts';
import { withLongLimits } from './time-limits.ts';

const folder = new URL('../../../migrations/', import.meta.url);

/** One transaction under an advisory lock: other processes wait. */
export async function migrate(db: Database): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  const { error, results = [] } = await withLongLimits(() => migrator.migrateToLatest());
  if (error) {
    const failed = results.find(({ status }) => status === 'Error');
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`Migration ${failed?.migrationName ?? ''} failed: ${reason}`);
  }
  return results.map(({ migrationName }) => migrationName);
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const statements = splitStatements(await readFile(new URL(file, folder), 'utf8'));
    const up: Migration['up'] = async (db) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    };
    return [file.replace('.sql', ''), { up }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Splits at semicolons at the end of a line, but not inside $$ bodies. */
export function splitStatements(script: string): string[] {
  const statements: string[] = [];
  let open = '';
  for (const piece of script.split(/;[ \t]*$/m)) {
    open = open ? `${open};${piece}` : piece;
    const isInBody = open.split('$$').length % 2 === 0;
    if (isInBody) continue;
    if (open.trim()) statements.push(open.trim());
    open = '';
  }
  return statements;
}
