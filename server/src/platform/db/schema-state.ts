import { sql } from 'kysely';
import type { Database } from './connect.ts';

export interface SchemaState {
  /** The last migration that ran; undefined in an empty database. */
  newest: string | undefined;
  missing: string[];
}

/** A newer version may have added more: what it adds first, this version can do without. */
export async function findSchema(db: Database, needed: readonly string[]): Promise<SchemaState> {
  const { rows } = await sql<{ hasRecord: boolean }>`
    select to_regclass('kysely_migration') is not null as "hasRecord"`.execute(db);
  const ran = rows[0]?.hasRecord
    ? (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows
    : [];
  const names = new Set(ran.map(({ name }) => name));
  return { newest: ran.at(-1)?.name, missing: needed.filter((name) => !names.has(name)) };
}

export function explainMissing({ missing }: SchemaState): string | undefined {
  if (missing.length === 0) return undefined;
  const what = missing.length === 1 ? 'the migration' : 'the migrations';
  return `The database lacks ${what} ${missing.join(', ')}: run \`npm run migrate\` of this version.`;
}
