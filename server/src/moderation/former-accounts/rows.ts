import type { Database } from '#src/platform/db/connection.ts';

/** Returns whether another open case says that two accounts claim the Aadhaar number of the person. */
export async function isAadhaarDisputed(db: Database, personId: string, caseId: string): Promise<boolean> {
  const found = await db
    .selectFrom('flags')
    .innerJoin('cases', 'cases.id', 'flags.case_id')
    .select('flags.id')
    .where('thing_id', '=', personId)
    .where('rule', '=', 'same-aadhaar')
    .where('cases.status', '=', 'open')
    .where('cases.id', '!=', caseId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
