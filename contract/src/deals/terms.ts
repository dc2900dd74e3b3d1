import * as z from 'zod/mini';
import { advanceSchema, priceAboveZero, quantitySchema } from '../amounts.ts';
import { isWithinDays } from '../days.ts';
import { say } from '../field-messages.ts';
import { choice, emptyAsNull, numberOfText, optionalText } from '../fields.ts';
import { limits } from '../limits.ts';
import { priceUnits, quantityUnits } from '../trade/units.ts';
import { priceUnitsOf, totalInPaise, type Priced } from './totals.ts';

export const deliveries = ['pickup', 'delivered'] as const;
export type Delivery = (typeof deliveries)[number];

const mostPaise = BigInt(Math.round(limits.price.max * 100));

function isComplete({ value, issues }: { value: unknown; issues: readonly unknown[] }): boolean {
  return issues.length === 0 && typeof value === 'object';
}

function totalRule(isRight: (paise: bigint) => boolean) {
  return (terms: Priced) => {
    const paise = totalInPaise(terms);
    return paise === undefined || isRight(paise);
  };
}

const pickupDateSchema = z.iso
  .date(say('pickupDateInvalid'))
  .check(z.refine((date) => isWithinDays(date, limits.offer.pickupDays), say('pickupDateInvalid')));

const bagsSchema = z.pipe(
  numberOfText,
  z.int(say('bagsInvalid')).check(z.gte(1, say('bagsInvalid')), z.lte(limits.offer.bags, say('bagsInvalid'))),
);

/**
 * `price` is rupees per `priceUnit`, which must fit the quantity's unit, so that the total is exact. The last three
 * fields are optional: a counter-offer keeps what it leaves out and removes what is null.
 */
export const termsFormFields = {
  quantity: quantitySchema,
  unit: choice(quantityUnits, 'unitRequired', 'unitRequired'),
  price: priceAboveZero('priceRequired'),
  priceUnit: z.enum(priceUnits, say('priceUnitInvalid')),
  delivery: choice(deliveries, 'deliveryRequired', 'deliveryRequired'),
  validDays: z
    .int(say('validDaysInvalid'))
    .check(
      z.gte(limits.offer.days.min, say('validDaysInvalid')),
      z.lte(limits.offer.days.max, say('validDaysInvalid')),
    ),
  note: optionalText(limits.offer.note),
  /** The day in India on which the buyer picks up the goods, or the seller delivers them. */
  pickupDate: emptyAsNull(pickupDateSchema),
  bags: emptyAsNull(bagsSchema),
  /** Rupees. The advance is at most the total. */
  advance: emptyAsNull(advanceSchema),
};

export const termsChecks = [
  z.refine<Priced>(({ unit, priceUnit }) => priceUnitsOf(unit).includes(priceUnit), {
    path: ['priceUnit'],
    error: say('unitsDiffer'),
    when: isComplete,
  }),
  z.refine<Priced>(
    totalRule((paise) => paise > 0n),
    {
      path: ['quantity'],
      error: say('totalTooLow'),
      when: isComplete,
    },
  ),
  z.refine<Priced>(
    totalRule((paise) => paise <= mostPaise),
    {
      path: ['quantity'],
      error: say('totalTooHigh'),
      when: isComplete,
    },
  ),
  z.refine<Priced & { advance?: number | null | undefined }>(
    ({ advance, ...priced }) => !advance || isPayable(advance, priced),
    {
      path: ['advance'],
      error: say('advanceTooHigh'),
      when: isComplete,
    },
  ),
] as const;

export function isPayable(advance: number, priced: Priced): boolean {
  return BigInt(Math.round(advance * 100)) <= (totalInPaise(priced) ?? 0n);
}

/** The last three are null when nothing was agreed about them. */
export const termsSchema = z.object({
  quantity: z.number(),
  unit: z.enum(quantityUnits),
  price: z.number(),
  priceUnit: z.enum(priceUnits),
  delivery: z.enum(deliveries),
  note: z.string(),
  pickupDate: z.nullable(z.string()),
  bags: z.nullable(z.number()),
  advance: z.nullable(z.number()),
});
export type Terms = z.infer<typeof termsSchema>;
