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
  'settled',
] as const;

/**
 * Events are listed oldest first. 'cancel' means that a side wants to cancel after a confirmation, and 'lapsed' that
 * neither side confirmed anything in time. 'settled' means that a side says that a dispute is settled. Moderators and the side that reported a problem see its event; the other
 * side does not.
 */
export const dealEventSchema = z.object({
  number: z.number(),
  kind: z.enum(dealEventKinds),
  /** Null when no side caused the event, such as 'lapsed' or what follows from both sides' steps. */
  by: z.nullable(z.enum(sides)),
  /** The reason of a cancellation, or the problem; '' for other kinds. */
  text: z.string(),
  createdAt: z.string(),
});
export type DealEvent = z.infer<typeof dealEventSchema>;

/**
 * A change of a deal, shown between the messages of the two. `number` is the position in the deal's events. An
 * agreement has no line, because the message that accepts the offer shows it.
 */
export const dealLineSchema = z.object({
  dealId: idSchema,
  /** The title of the goods. */
  title: z.string(),
  number: z.number(),
  kind: z.enum(dealEventKinds),
  /** Null when no side caused the event. */
  by: z.nullable(z.enum(sides)),
  isOwn: z.boolean(),
  /** The deal's status now, which a later event may have changed. */
  status: z.enum(dealStatuses),
  createdAt: z.string(),
});
export type DealLine = z.infer<typeof dealLineSchema>;

/** Only the buyer and the seller of a deal see it. Times are ISO 8601 in UTC. */
export const dealSchema = z.object({
  _id: idSchema,
  /** Eight digits: '4821 3097'. */
  number: z.string(),
  offerId: idSchema,
  /** Null after the post was deleted. */
  postId: z.nullable(idSchema),
  goods: goodsSchema,
  /** The place of the goods. */
  place: addressSchema,
  buyer: partySchema,
  seller: partySchema,
  terms: termsSchema,
  /** Rupees. */
  total: z.number(),
  status: z.enum(dealStatuses),
  /** Whether the deal counts in the records of both sides: it is completed and cannot easily have been staged. */
  isCounted: z.boolean(),
  confirmations: z.object({ delivered: bySide, paid: bySide }),
  cancellations: bySide,
  /** Who cancelled alone after money was paid or promised, and when each said that it is settled; else null. */
  dispute: z.nullable(z.object({ by: z.enum(sides), settlements: bySide })),
  events: z.array(dealEventSchema),
  /** Whether the seller gave a UPI ID when the offer was accepted, or confirmed one in this deal. */
  hasUpi: z.boolean(),
  /** When the seller last confirmed another UPI ID in this deal; null while it has the first one. */
  upiChangedAt: z.nullable(z.string()),
  /** True for the seller of an open deal whose UPI ID differs from the account's. */
  hasOldUpi: z.boolean(),
  /** True for the seller when the post is still shown as available but may be sold out. */
  canSellOut: z.boolean(),
  createdAt: z.string(),
});
export type Deal = z.infer<typeof dealSchema>;

/** An empty UPI ID removes the stored one. */
const upiIdSchema = z.string(say('upiIdInvalid')).check(
  z.trim(),
  z.refine((id) => id === '' || upiIdPattern.test(id), say('upiIdInvalid')),
);

/** An account that has a password needs it to change the UPI ID. */
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
  /** Lists deals, latest first. */
  'GET /api/v1/deals': {
    query: z.object({ ...pageQueryFields, status: emptyAsAbsent(z.enum(dealStatuses, say('invalid'))) }),
    response: pagedEnvelope(dealSchema),
  },
  'GET /api/v1/deals/:dealId': { params: dealParams, response: dealResponse },
  /** A repeated confirmation changes nothing. */
  'POST /api/v1/deals/:dealId/confirm': {
    whenRestricted: 'open',
    ...change,
    body: z.object({ step: z.enum(dealSteps, say('invalid')) }),
  },
  /** Cancels the deal, or only records the wish of this side when `canCancelAlone` says that both must cancel. */
  'POST /api/v1/deals/:dealId/cancel': {
    whenRestricted: 'open',
    ...change,
    body: z.object({ reason: requiredText('cancelReasonRequired', limits.deal.reason) }),
  },
  /** The side says that the dispute is settled. A repeated call changes nothing. */
  'POST /api/v1/deals/:dealId/settle': { ...change, whenRestricted: 'open' },
  'POST /api/v1/deals/:dealId/problem': {
    whenRestricted: 'open',
    ...change,
    body: z.object({ text: requiredText('problemRequired', limits.report.max) }),
  },
  /** Returns the UPI ID to the buyer until the deal ends. Each view is recorded. */
  'POST /api/v1/deals/:dealId/upi': {
    whenRestricted: 'open',
    params: dealParams,
    response: envelope(upiPaymentSchema),
    limits: [{ name: 'upi-views', points: 60, minutes: 60, by: 'member' }],
  },
  /** The seller confirms the account's UPI ID in this deal. A repeated confirmation changes nothing. */
  'PUT /api/v1/deals/:dealId/upi': {
    whenRestricted: 'open',
    ...change,
    body: z.object({ upiId: upiIdSchema }),
  },
  /** Returns the viewer's own UPI ID. */
  'GET /api/v1/users/upi': { response: ownUpi },
  'PUT /api/v1/users/upi': {
    whenRestricted: 'open',
    body: upiIdFormSchema,
    response: ownUpi,
    limits: [{ name: 'upi-changes', points: 10, minutes: 60, by: 'member' }],
  },
} as const;
