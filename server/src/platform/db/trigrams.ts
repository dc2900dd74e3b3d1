import { sql } from 'kysely';
import type { Database } from './connection.ts';

/** @returns a warning for the operator if indexes do not find Indian words, as with the LC_CTYPE C */
export async function findMissingTrigrams(db: Database): Promise<string[]> {
  const hasTrigrams = sql<boolean>`cardinality(show_trgm('प्याज')) > 0`;
  const found = await db.selectNoFrom(hasTrigrams.as('hasTrigrams')).executeTakeFirst();
  if (found?.hasTrigrams) return [];
  return [
    'The LC_CTYPE of the database has no Indian letters, so searches in Indian languages read all rows. Restore a backup into a database that is created as deploy/README.md says.',
  ];
}
