import type { Transaction } from '#src/platform/db/connection.ts';

export async function findPeople(
  trx: Transaction,
  decisionIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('decisions')
    .select(['id', 'person_id'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(decisionIds))))
    .execute();
  return new Map(rows.map(({ id, person_id: personId }) => [id, personId]));
}
