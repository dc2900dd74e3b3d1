import { sql } from 'kysely';
import type { Database } from '#src/platform/db/connection.ts';

export type Row = Record<string, unknown>;

export interface RowUpdate {
  table: string;
  key: string;
  row: Row | null;
}

/** Triggers fill these tables from `posts`. */
const derived = ['post_words', 'search_words'];

/** Returns every row first, and later those that changed since. */
export function rowReader(db: Database): () => Promise<RowUpdate[]> {
  const seen = new Map<string, Map<string, string>>();
  let keys: Promise<Map<string, string[]>> | undefined;

  return async () => {
    const updates: RowUpdate[] = [];
    keys ??= primaryKeys(db);
    for (const [table, columns] of await keys) {
      const { rows } = await sql<{ json: string }>`
        select to_jsonb(t)::text as json from ${sql.table(table)} t`.execute(db);
      const before = seen.get(table) ?? new Map<string, string>();
      const after = new Map<string, string>();
      for (const { json } of rows) {
        const row = JSON.parse(json) as Row;
        const key = columns.map((column) => String(row[column])).join(' ');
        after.set(key, json);
        if (before.get(key) !== json) updates.push({ table, key, row });
      }
      for (const key of before.keys()) if (!after.has(key)) updates.push({ table, key, row: null });
      seen.set(table, after);
    }
    return updates;
  };
}

async function primaryKeys(db: Database): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname as table, json_agg(a.attname order by a.attnum) as columns
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
    where i.indisprimary and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%' and not c.relispartition
    group by c.relname order by c.relname`.execute(db);
  return new Map(rows.filter(({ table }) => !derived.includes(table)).map((row) => [row.table, row.columns]));
}
