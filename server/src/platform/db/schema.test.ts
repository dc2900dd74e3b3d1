import { sql } from 'kysely';
import { format } from 'oxfmt';
import { expect, test } from 'vitest';
import { databaseForTests } from '#test/hooks.ts';
import type { Database } from './connection.ts';
import { migrate } from './migrate.ts';

const database = databaseForTests();

test('the Kysely types match the migrated database', async () => {
  const file = `${import.meta.dirname}/schema.ts`;
  const { code } = await format(file, await writeSchemaTypes(database.db), {
    printWidth: 110,
    singleQuote: true,
  });
  await expect(code).toMatchFileSnapshot(file);
});

test('migrating a second time does nothing', async () => {
  expect(await migrate(database.db)).toEqual([]);
});

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  isGenerated: boolean;
}

const types: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  // An int8 is read as text, because it may have more digits than a number can hold.
  int8: 'string',
  numeric: 'Numeric',
  timestamptz: 'Timestamp',
  date: 'string',
  jsonb: 'Json',
  _text: 'string[]',
  _uuid: 'string[]',
};

async function writeSchemaTypes(db: Database): Promise<string> {
  const { rows } = await sql<Column>`
    select table_name as table, column_name as name, udt_name as type, is_nullable = 'YES' as "isNullable",
      column_default is not null as "hasDefault", 'ALWAYS' in (is_generated, identity_generation) as "isGenerated"
    from information_schema.columns
    join pg_class on oid = format('%I', table_name)::regclass
    where table_schema = 'public' and table_name not like 'kysely%' and not relispartition
    order by table_name, column_name`.execute(db);
  const tables = Map.groupBy(rows, ({ table }) => table);
  const body = [...tables].map(([table, columns]) => `  ${table}: {\n${columns.map(line).join('')}  };\n`);
  return `// Generated from the migrated database by schema.test.ts; update with \`npx vitest run --project server schema -u\`.
import type { ColumnType } from 'kysely';

/** A column with a default, which is optional on insert. */
type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
type GeneratedAlways<T> = T extends ColumnType<infer S, unknown, unknown>
  ? ColumnType<S, never, never>
  : ColumnType<T, never, never>;
type Numeric = ColumnType<number, number | string, number | string>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Json = ColumnType<unknown, string, string>;

export interface DB {
${body.join('')}}
`;
}

function line({ name, type, isNullable, hasDefault, isGenerated }: Column): string {
  const plain = types[type];
  if (!plain) throw new Error(`No TypeScript type is known for ${type} (${name})`);
  const value = isNullable ? `${plain} | null` : plain;
  const wrapped = isGenerated ? `GeneratedAlways<${value}>` : hasDefault ? `Generated<${value}>` : value;
  return `    ${name}: ${wrapped};\n`;
}
