import type { Offer } from '@upaj/contract/deals/offers';
import { v7 as uuidv7 } from 'uuid';
import type { TestClient } from './client.ts';

/** ₹52,500 for 20 quintals. */
export function termsForm(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const price = { price: '2625', priceUnit: 'per quintal' };
  return { quantity: 20, unit: 'quintal', ...price, delivery: 'pickup', validDays: 3, note: '', ...changes };
}

export function offerForm(postId: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...termsForm(), postId, clientId: uuidv7(), ...changes };
}

export async function makeOffer(
  { client }: { client: TestClient },
  postId: string,
  changes: Record<string, unknown> = {},
): Promise<Offer> {
  return (await client.call('POST /api/v1/offers', { body: offerForm(postId, changes) })).data;
}
