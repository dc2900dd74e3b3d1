import * as z from 'zod/mini';
import { say, type FieldMessageKey } from '../field-messages.ts';
import { amountPattern } from '../fields.ts';
import { limits } from '../limits.ts';

/** Above 0, with at most two decimals. */
export const quantitySchema = z.pipe(
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
    z
      .string(say('quantityRequired'))
      .check(
        z.trim(),
        z.minLength(1, say('quantityRequired')),
        z.regex(amountPattern, say('quantityInvalid')),
      ),
  ),
  z.pipe(
    z.transform(Number),
    z.number().check(z.gt(0, say('quantityInvalid')), z.lte(limits.wanted.quantity, say('quantityTooHigh'))),
  ),
);

export function rupees(required: FieldMessageKey, invalid: FieldMessageKey = 'priceInvalid') {
  return z.pipe(
    z.pipe(
      z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
      z.string(required).check(z.trim(), z.minLength(1, required), z.regex(amountPattern, say(invalid))),
    ),
    z.pipe(z.transform(Number), z.number().check(z.lte(limits.price.max, say('priceTooHigh')))),
  );
}
