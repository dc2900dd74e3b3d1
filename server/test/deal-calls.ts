import type { Deal } from '@upaj/contract/deals/deals';
import { expect } from 'vitest';
import type { Database } from '#src/platform/db/connection.ts';
import { daysAgo } from '#src/platform/db/times.ts';
import { insertDeal } from './deal-rows.ts';
import { goodPassword, type Person } from './factories.ts';

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

export function giveUpi({ client }: Pick<Person, 'client'>, upiId: string, password: string = goodPassword) {
  return client.send('PUT /api/v1/users/upi', { body: { upiId, password } });
}

/** Confirms the UPI ID as the seller. */
export function confirmUpi({ client }: Pick<Person, 'client'>, dealId: string, upiId: string) {
  return client.send('PUT /api/v1/deals/:dealId/upi', { params: { dealId }, body: { upiId } });
}

/** Makes the accounts older, because deals of new ones do not count. */
export async function ageAccounts(db: Database, people: readonly Person[]): Promise<void> {
  await db
    .updateTable('users')
    .set({ created_at: daysAgo(60) })
    .where(
      'id',
      'in',
      people.map(({ account }) => account._id),
    )
    .execute();
}

export async function completeDeal(db: Database, parties: Parties, changes: object = {}): Promise<string> {
  const dealId = await insertDeal(db, parties, changes);
  for (const person of [parties.buyer, parties.seller])
    for (const step of ['delivered', 'paid'] as const)
      expect((await confirm(person, dealId, step)).status).toBe(200);
  return dealId;
}
