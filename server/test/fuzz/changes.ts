import type { Change } from './world.ts';

export function changedColumns({ before, after }: Change): string[] {
  if (!before || !after) return [];
  return Object.keys(after).filter(
    (column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]),
  );
}

export function describeChange(change: Change): string {
  const { table, before, after } = change;
  const kind = before ? (after ? 'updated' : 'deleted') : 'inserted';
  const row = after ?? before ?? {};
  const columns = changedColumns(change).map(
    (column) => `${column}: ${JSON.stringify(before?.[column])} → ${JSON.stringify(after?.[column])}`,
  );
  return `${table} ${JSON.stringify(row['id'] ?? row)} ${kind}${columns.length > 0 ? ` (${columns.join(', ')})` : ''}`.slice(
    0,
    600,
  );
}
