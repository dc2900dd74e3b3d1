import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { DB } from './schema.ts';

/** Writes rows of a table as one parameter, so that a statement can have any number of them. */
export function rowsOf<T extends keyof DB>(
  table: T,
  rows: readonly Partial<Selectable<DB[T]>>[],
): RawBuilder<Selectable<DB[T]>> {
  return sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`;
}

export function partPattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
