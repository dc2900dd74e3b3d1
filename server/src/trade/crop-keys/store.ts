import { sql } from 'kysely';
import type { Database } from '#src/platform/db/connect.ts';

const atOnce = 500;

export function cropKeysStore(db: Database) {
  return {
    /** In order, one look-up in the index for each. */
    async findKeys(after: string, count: number): Promise<string[]> {
      const { rows } = await sql<{ key: string }>`
        with recursive keys (key) as (
          select min(crop_key) from posts where crop_key > ${after}
          union all
          select (select min(crop_key) from posts where crop_key > keys.key) from keys where key is not null
        )
        select key from keys where key is not null limit ${sql.lit(count)}`.execute(db);
      return rows.map(({ key }) => key);
    },

    /** A batch. @returns whether there were posts with the key */
    async replaceKey(from: string, to: string): Promise<boolean> {
      const { rows } = await sql`
        update posts set crop_key = ${to} where id in (
          select id from posts where crop_key = ${from} order by id limit ${sql.lit(atOnce)} for no key update)
        returning id`.execute(db);
      return rows.length > 0;
    },
  };
}

export type CropKeysStore = ReturnType<typeof cropKeysStore>;
