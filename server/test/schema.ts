import { sql } from 'kysely';
import type { Database } from '#src/platform/db/connection.ts';

export async function listColumns(db: Database): Promise<{ table: string; name: string }[]> {
  const { rows } = await sql<{ table: string; name: string }>`
    select table_name as table, column_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    join pg_class on oid = format('%I', table_name)::regclass
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
      and not relispartition`.execute(db);
  return rows;
}

export async function listReferences(db: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select conrelid::regclass || '.' || attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid = ${table}::regclass and conparentid = 0`.execute(db);
  return rows.map(({ column }) => column);
}

/** Reads everything that a migration can define, in a form that does not depend on the order of the definitions. */
export async function readCatalog(db: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with tables as (
      select oid, relname, reloptions, relkind, relpartbound
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    )
    select concat_ws(' ', 'table', relname, reloptions, case when relkind = 'p' then pg_get_partkeydef(oid) end,
      pg_get_expr(relpartbound, oid)) as line from tables
    union all
    select concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), attcollation::regcollation,
      case when attnotnull then 'not null' end, nullif(attidentity, ''), nullif(attgenerated, ''),
      pg_get_expr(adbin, adrelid))
    from tables join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all
    -- PostgreSQL 18 names what "not null" says above.
    select concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(pg_constraint.oid), convalidated)
    from tables join pg_constraint on conrelid = tables.oid where contype <> 'n'
    union all
    select concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid) from tables join pg_index on indrelid = tables.oid
    union all
    select pg_get_triggerdef(pg_trigger.oid) from tables join pg_trigger on tgrelid = tables.oid where not tgisinternal
    union all
    select pg_get_statisticsobjdef(pg_statistic_ext.oid) from pg_statistic_ext
    union all
    select pg_get_functiondef(pg_proc.oid) from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all
    select concat_ws(' ', 'sequence', relname) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S'
    union all
    select concat_ws(' ', 'schema', nspname) from pg_namespace where nspname !~ '^pg_'
    order by line`.execute(db);
  return rows.map(({ line }) => line);
}
