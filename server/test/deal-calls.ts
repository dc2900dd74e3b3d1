import type { Deal } from '@upaj/contract/deals/deals';
import type { Database } from '#src/platform/db/connect.ts';
import { insertDeal } from './deal-rows.ts';
import type { Person } from './factories.ts';

export interface Parties {
  buyer: Person;
  seller: Person;
}

export async function getDeal({ client }: Person, dealId: string): Promise<Deal> {
  return (await client.call('GET /api/v1/deals/:dealId', { params: { dealId } })).data;
}

export function confirm({ client }: Pick<Person, 'client'>, dealId: string, step: 'delivered' | 'paid') {
  return client.send('POST /api/v1/deals/:dealId/confirm', { params: { dealId }, body: { step } });
}

export function cancel({ client }: Pick<Person, 'client'>, dealId: string, reason = 'The truck broke down') {
  return client.send('POST /api/v1/deals/:dealId/cancel', { params: { dealId }, body: { reason } });
}

export async function completeDeal(db: Database, parties: Parties): Promise<string> {
  const dealId = await insertDeal(db, parties);
  for (const person of [parties.buyer, parties.seller])
    for (const step of ['delivered', 'paid'] as const) await confirm(person, dealId, step);
  return dealId;
}
