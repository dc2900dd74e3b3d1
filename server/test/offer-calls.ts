import type { OfferAction } from '@upaj/contract/deals/offer-machine';
import { offerFailureSchema, type Offer } from '@upaj/contract/deals/offers';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { Received, TestClient } from './client.ts';

interface Caller {
  client: TestClient;
}

/** Returns terms of ₹52,500 for 20 quintals, with these changes. */
export function termsForm(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const price = { price: '2625', priceUnit: 'per quintal' };
  return { quantity: 20, unit: 'quintal', ...price, delivery: 'pickup', validDays: 3, note: '', ...changes };
}

export function offerForm(postId: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...termsForm(), postId, clientId: uuidv7(), ...changes };
}

export async function makeOffer(
  { client }: Caller,
  postId: string,
  changes: Record<string, unknown> = {},
): Promise<Offer> {
  return (await client.call('POST /api/v1/offers', { body: offerForm(postId, changes) })).data;
}

/** Responds to the version of this offer, unless `changes` has another one. */
export function sendResponse(
  { client }: Caller,
  action: OfferAction,
  { _id: offerId, version }: Pick<Offer, '_id' | 'version'>,
  changes: Record<string, unknown> = {},
): Promise<Received<unknown>> {
  const body = { ...(action === 'counter' && termsForm()), version, ...changes };
  return client.send(`POST /api/v1/offers/:offerId/${action}`, { params: { offerId }, body });
}

export async function respond(...given: Parameters<typeof sendResponse>): Promise<Offer> {
  const { status, body } = await sendResponse(...given);
  if (status !== 200) throw new Error(`${given[1]} was answered ${status}: ${JSON.stringify(body)}`);
  return (body as { data: Offer }).data;
}

export async function readOffer({ client }: Caller, { _id: offerId }: Pick<Offer, '_id'>): Promise<Offer> {
  return (await client.call('GET /api/v1/offers/:offerId', { params: { offerId } })).data;
}

/** Reads the code, and the current offer of a refusal that contains it. */
export function readRefusal({ status, body }: Received<unknown>): [number, string, Offer?] {
  const { code } = body as { code: string };
  const withOffer = z.safeParse(offerFailureSchema, body);
  return withOffer.success ? [status, code, withOffer.data.offer] : [status, code];
}
