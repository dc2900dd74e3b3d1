import { sql } from 'kysely';
import type { Database } from './connect.ts';

export interface SchemaState {
  /** The last migration that ran; undefined in an empty database. */
  newest: string | undefined;
  missing: string[];
}

/** A newer version may have added more: what it adds first, this version can do without. */
export async function findSchema(db: Database, needed: readonly string[]): Promise<SchemaState> {
  const hasRecord = sql<boolean>`to_regclass('kysely_migration') is not null`;
  const [record] = await db.selectNoFrom(hasRecord.as('exists')).execute();
  const ran = record?.exists
    ? await db
        .withTables<{ kysely_migration: { name: string } }>()
        .selectFrom('kysely_migration')
        .select('name')
        .orderBy('name')
        .execute()
    : [];
  const names = new Set(ran.map(({ name }) => name));
  return { newest: ran.at(-1)?.name, missing: needed.filter((name) => !names.has(name)) };
}

export function explainMissing({ missing }: SchemaState): string | undefined {
  if (missing.length === 0) return undefined;
  const what = missing.length === 1 ? 'the migration' : 'the migrations';
  return `The database lacks ${what} ${missing.join(', ')}: run \`npm run migrate\` of this version.`;
}
