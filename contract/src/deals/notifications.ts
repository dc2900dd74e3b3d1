import * as z from 'zod/mini';
import { idSchema } from '../fields.ts';
import type { DataOf, TargetsOf } from '../notify/notifications.ts';
import { priceUnits, quantityUnits } from '../trade/units.ts';
import { sides } from './offer-machine.ts';

/** 'soldOut' notifies the buyers of open offers for a post of which nothing is left. */
const offerEvents = [
  'made',
  'countered',
  'accepted',
  'declined',
  'withdrawn',
  'expiring',
  'soldOut',
] as const;

/**
 * 'due' reminds the user to confirm a step. 'cancel' means that the other side wants to cancel, 'lapsed' that neither
 * side confirmed anything in time. 'pickup' reminds both sides one day before the pickup. 'settled' means that the other
 * side says that a dispute is settled.
 */
const dealEvents = [
  'delivered',
  'paid',
  'completed',
  'cancel',
  'cancelled',
  'lapsed',
  'due',
  'pickup',
  'settled',
] as const;

export const dealsNotifications = () => ({
  /** `name` is the reviewer's. */
  review: z.object({ reviewId: idSchema, name: z.nullable(z.string()), rating: z.nullable(z.number()) }),
  /** `name` is the other side's, null when unavailable; the terms are those of the last round at that time. */
  offer: z.object({
    offerId: idSchema,
    event: z.enum(offerEvents),
    userId: idSchema,
    name: z.nullable(z.string()),
    title: z.string(),
    quantity: z.number(),
    unit: z.enum(quantityUnits),
    price: z.number(),
    priceUnit: z.enum(priceUnits),
    dealId: z.nullable(idSchema),
  }),
  deal: z.object({
    dealId: idSchema,
    number: z.string(),
    event: z.enum(dealEvents),
    /** Whether the other side is the buyer or the seller. `name` is the name of that person. */
    by: z.enum(sides),
    name: z.nullable(z.string()),
    title: z.string(),
    /** The pickup date of the deal's terms. */
    pickupDate: z.optional(z.nullable(z.string())),
  }),
  /** A change of the user's own UPI ID. */
  upi: z.object({ change: z.enum(['added', 'changed', 'removed']) }),
});

export type DealsNotifications = DataOf<ReturnType<typeof dealsNotifications>>;
export type OfferData = DealsNotifications['offer'];
export type DealData = DealsNotifications['deal'];
export type UpiData = DealsNotifications['upi'];

const toDeal = (dealId: string) => ({ to: '/deals/$dealId', params: { dealId } }) as const;
const toChat = (userId: string) => ({ to: '/chat/$userId', params: { userId } }) as const;

export const dealsTargets = {
  review: () => ({ to: '/Profile', search: { tab: 'reviews' } }),
  offer: ({ event, dealId, userId }) => (event === 'accepted' && dealId ? toDeal(dealId) : toChat(userId)),
  deal: ({ dealId }) => toDeal(dealId),
  upi: () => ({ to: '/settings', hash: 'upi' }),
} satisfies TargetsOf<ReturnType<typeof dealsNotifications>>;
