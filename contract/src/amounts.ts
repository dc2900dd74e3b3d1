import * as z from 'zod/mini';
import { say, type FieldMessageKey } from './field-messages.ts';
import { amountPattern, latinDigits } from './latin-digits.ts';
import { limits } from './limits.ts';

/**
 * Reads an amount with at most two decimals. Forms send numbers as text, and clients of the API may send them as
 * numbers.
 */
function amountText(required: FieldMessageKey, invalid: FieldMessageKey) {
  return z.pipe(
    z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
    z
      .string(required)
      .check(z.overwrite(latinDigits), z.trim(), z.minLength(1, required), z.regex(amountPattern, invalid)),
  );
}

interface Range {
  required: FieldMessageKey;
  invalid: FieldMessageKey;
  tooHigh: FieldMessageKey;
  max: number;
}

function amountAboveZero({ required, invalid, tooHigh, max }: Range) {
  return z.pipe(
    amountText(required, invalid),
    z.pipe(z.transform(Number), z.number().check(z.gt(0, invalid), z.lte(max, tooHigh))),
  );
}

/** The price of a post in rupees: 0 or more. */
export function postPrice(required: FieldMessageKey) {
  return z.pipe(
    amountText(required, say('priceInvalid')),
    z.pipe(z.transform(Number), z.number().check(z.lte(limits.price.max, say('priceTooHigh')))),
  );
}

/** The price of an offer or of a wanted post, in rupees. */
export function priceAboveZero(required: FieldMessageKey) {
  const { max } = limits.price;
  return amountAboveZero({ required, invalid: 'targetPriceInvalid', tooHigh: 'priceTooHigh', max });
}

/** The price that an alert waits for, in rupees. */
export const targetPriceSchema = amountAboveZero({
  required: 'targetPriceRequired',
  invalid: 'targetPriceInvalid',
  tooHigh: 'targetPriceTooHigh',
  max: limits.targetPrice.max,
});

/** The advance, which is a part of the total, in rupees. */
export const advanceSchema = amountAboveZero({
  required: 'advanceInvalid',
  invalid: 'advanceInvalid',
  tooHigh: 'advanceTooHigh',
  max: limits.price.max,
});

export const quantitySchema = amountAboveZero({
  required: 'quantityRequired',
  invalid: 'quantityInvalid',
  tooHigh: 'quantityTooHigh',
  max: limits.wanted.quantity,
});
