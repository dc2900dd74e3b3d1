import { CompiledQuery } from 'kysely';
import { connect } from '#src/platform/db/connect.ts';
import type { TestDatabase } from './database.ts';

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Opens a connection that remembers the statements that it ran, so that tests can read their plans. */
export async function observe({ url }: TestDatabase) {
  const queries: CompiledQuery[] = [];
  const connection = await connect({
    databaseUrl: url,
    dataDir: '',
    onQuery: ({ query }) => void queries.push(query),
  });
  return { ...connection, queries };
}

export type Observed = Awaited<ReturnType<typeof observe>>;

/**
 * Returns all nodes of the statement's plan. With `analyze` the statement runs again, and the nodes have its numbers of
 * rows.
 */
export async function planOf(
  { db }: TestDatabase,
  { sql, parameters }: CompiledQuery,
  { analyze = true } = {},
): Promise<PlanNode[]> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    CompiledQuery.raw(`explain (analyze ${analyze}, format json) ${sql}`, [...parameters]),
  );
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => withChildren(Plan)));
}

function withChildren(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(withChildren)];
}
