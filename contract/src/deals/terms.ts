import * as z from 'zod/mini';
import { priceAboveZero, quantitySchema } from '../amounts.ts';
import { say } from '../field-messages.ts';
import { choice, optionalText } from '../fields.ts';
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

/** `price` is rupees per `priceUnit`, which must fit the unit: the total is exact. */
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
] as const;

export const termsSchema = z.object({
  quantity: z.number(),
  unit: z.enum(quantityUnits),
  price: z.number(),
  priceUnit: z.enum(priceUnits),
  delivery: z.enum(deliveries),
  note: z.string(),
});
export type Terms = z.infer<typeof termsSchema>;
