import * as z from 'zod/mini';
import { addressSchema } from '../addresses.ts';
import { envelope, pagedEnvelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { emptyAsAbsent, idSchema, pageQueryFields, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { ownPasswordSchema } from '../people/credentials.ts';
import { dealStatuses, dealSteps } from './deal-machine.ts';
import { sides } from './offer-machine.ts';
import { goodsSchema, partySchema } from './offers.ts';
import { termsSchema } from './terms.ts';
import { upiIdPattern } from './upi.ts';

const bySide = z.object({ buyer: z.nullable(z.string()), seller: z.nullable(z.string()) });

export const dealEventKinds = [
  'agreed',
  'delivered',
  'paid',
  'cancel',
  'completed',
  'cancelled',
  'lapsed',
  'problem',
] as const;

/**
 * Oldest first. 'cancel': a side wants to cancel after a confirmation. 'lapsed': neither confirmed anything in time. A problem is shown to the side that
 * reported it, and to moderators.
 */
export const dealEventSchema = z.object({
  number: z.number(),
  kind: z.enum(dealEventKinds),
  /** Null for what follows from the events before. */
  by: z.nullable(z.enum(sides)),
  /** The reason of a cancellation, or the problem. */
  text: z.string(),
  createdAt: z.string(),
});
export type DealEvent = z.infer<typeof dealEventSchema>;

/**
 * What changed in a deal, as one line of the conversation of the two; the agreement is the message of the acceptance.
 * Numbers are those of the deal's events.
 */
export const dealLineSchema = z.object({
  dealId: idSchema,
  /** The goods have this title. */
  title: z.string(),
  number: z.number(),
  kind: z.enum(dealEventKinds),
  /** Null for what follows from the events before. */
  by: z.nullable(z.enum(sides)),
  isOwn: z.boolean(),
  /** The status that the deal has now. */
  status: z.enum(dealStatuses),
  createdAt: z.string(),
});
export type DealLine = z.infer<typeof dealLineSchema>;

/** Only its buyer and seller see it. Times are ISO 8601 in UTC. */
export const dealSchema = z.object({
  _id: idSchema,
  /** Eight digits: '4821 3097'. */
  number: z.string(),
  offerId: idSchema,
  postId: z.nullable(idSchema),
  goods: goodsSchema,
  /** Where the goods are. */
  place: addressSchema,
  buyer: partySchema,
  seller: partySchema,
  terms: termsSchema,
  /** Rupees. */
  total: z.number(),
  status: z.enum(dealStatuses),
  /** It counts in the records of both: it was completed and cannot have been staged. */
  isCounted: z.boolean(),
  confirmations: z.object({ delivered: bySide, paid: bySide }),
  cancellations: bySide,
  events: z.array(dealEventSchema),
  /** The seller gave a UPI id, with which the offer was accepted or which the seller confirmed in this deal. */
  hasUpi: z.boolean(),
  /** When the seller last confirmed another one in this deal; null for the first one. */
  upiChangedAt: z.nullable(z.string()),
  /** For the seller, until the deal ends: it has another UPI id than the account. */
  hasOldUpi: z.boolean(),
  /** For the seller: the post is still shown as available, but may be sold out. */
  canSellOut: z.boolean(),
  createdAt: z.string(),
});
export type Deal = z.infer<typeof dealSchema>;

/** '' is none. */
const upiIdSchema = z.string(say('upiIdInvalid')).check(
  z.trim(),
  z.refine((id) => id === '' || upiIdPattern.test(id), say('upiIdInvalid')),
);

/** An account with a password needs it to change the UPI ID. */
export const upiIdFormSchema = z.object({ upiId: upiIdSchema, password: ownPasswordSchema });
export type UpiIdForm = z.infer<typeof upiIdFormSchema>;

/** `link` starts with `upi://pay?`. `amount` is rupees with two decimals. */
export const upiPaymentSchema = z.object({
  upiId: z.string(),
  payeeName: z.string(),
  amount: z.string(),
  link: z.string(),
  changedAt: z.nullable(z.string()),
});
export type UpiPaymentDetails = z.infer<typeof upiPaymentSchema>;

const dealParams = z.object({ dealId: idSchema });
const dealResponse = envelope(dealSchema);
const ownUpi = envelope(z.object({ upiId: z.string() }));

const change = {
  params: dealParams,
  response: dealResponse,
  limits: [{ name: 'deal-changes', points: 120, minutes: 60, by: 'member' }],
} as const;
export const dealEndpoints = {
  /** Latest first. */
  'GET /api/v1/deals': {
    query: z.object({ ...pageQueryFields, status: emptyAsAbsent(z.enum(dealStatuses, say('invalid'))) }),
    response: pagedEnvelope(dealSchema),
  },
  'GET /api/v1/deals/:dealId': { params: dealParams, response: dealResponse },
  /** Repeated, it changes nothing. */
  'POST /api/v1/deals/:dealId/confirm': {
    ...change,
    body: z.object({ step: z.enum(dealSteps, say('invalid')) }),
  },
  /** After a confirmation, both must cancel; the seller alone until the seller has confirmed something. */
  'POST /api/v1/deals/:dealId/cancel': {
    ...change,
    body: z.object({ reason: requiredText('cancelReasonRequired', limits.deal.reason) }),
  },
  'POST /api/v1/deals/:dealId/problem': {
    ...change,
    body: z.object({ text: requiredText('problemRequired', limits.report.max) }),
  },
  /** The buyer sees it until the deal ends. Each view is recorded. */
  'POST /api/v1/deals/:dealId/upi': {
    params: dealParams,
    response: envelope(upiPaymentSchema),
    limits: [{ name: 'upi-views', points: 60, minutes: 60, by: 'member' }],
  },
  /** The seller confirms the UPI id of the account in this deal. Repeated, it changes nothing. */
  'PUT /api/v1/deals/:dealId/upi': { ...change, body: z.object({ upiId: upiIdSchema }) },
  /** One's own. */
  'GET /api/v1/users/upi': { response: ownUpi },
  'PUT /api/v1/users/upi': {
    body: upiIdFormSchema,
    response: ownUpi,
    limits: [{ name: 'upi-changes', points: 10, minutes: 60, by: 'member' }],
  },
} as const;
