import { createHash } from 'node:crypto';
import { fileFlags } from '#src/moderation/cases/rows.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import type { FlagData } from './rows.ts';
import type { Finding } from './rules.ts';
import { findEarlier } from './store.ts';
import { weights } from './thresholds.ts';

export interface Flagged {
  caseId: string;
  rules: string[];
}

/** How many of the compared posts and people a flag shows at most. */
const mostRelated = 5;

/** Stores new findings as flags. @returns the case, and which rules found something that they did not find before */
export async function addFlags(
  trx: Transaction,
  thing: { personId: string; postId: string | null },
  findings: readonly (Finding | undefined)[],
): Promise<Flagged | undefined> {
  const found = findings.filter((finding) => finding !== undefined);
  if (found.length === 0) return undefined;
  const thingId = thing.postId ?? thing.personId;
  const earlier = await findEarlier(thingId, trx);
  const rows = found
    .map(({ details, lookedAt, postIds = [], userIds = [] }) => {
      const data: FlagData = {
        details,
        postIds: [...new Set(postIds)].slice(0, mostRelated),
        userIds: userIds.slice(0, mostRelated),
      };
      return {
        rule: details.rule,
        thing_id: thingId,
        found_in: createHash('sha256').update(lookedAt).digest('base64url'),
        weight: weights[details.rule],
        data: JSON.stringify(data),
      };
    })
    .filter((row) => !earlier.has(`${row.rule} ${row.found_in}`));
  if (rows.length === 0) return undefined;
  return { caseId: await fileFlags(trx, thing, rows), rules: rows.map(({ rule }) => rule) };
}
