import * as z from 'zod/mini';
import { say } from '../field-messages.ts';
import { digits } from '../fields.ts';

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A GST number is the state's code, the PAN, the number of the registration, 'Z' and a check digit. */
const pattern = /^(?:0[1-9]|[1-3]\d|97|99)[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/;

/** The check digit follows Luhn's algorithm with 36 characters. */
export function gstCheckDigit(first14: string): string {
  let sum = 0;
  for (const [index, character] of [...first14].entries()) {
    const product = characters.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return characters.charAt((36 - (sum % 36)) % 36);
}

export const gstNumberSchema = digits('gstNumberRequired', pattern, say('gstNumberInvalid'), (text) =>
  text.replace(/[\s-]/g, '').toUpperCase(),
).check(
  z.refine(
    (number) => !pattern.test(number) || gstCheckDigit(number.slice(0, 14)) === number.at(14),
    say('gstNumberDigit'),
  ),
);
