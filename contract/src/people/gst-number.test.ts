import { safeParse } from 'zod/mini';
import { expect, test } from 'vitest';
import { gstCheckDigit, gstNumberSchema } from './gst-number.ts';

/** These GST numbers are published examples. */
const real = ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC4175D1Z4'];

test.each(real)('%s is a GST number', (number) => {
  expect(gstCheckDigit(number.slice(0, 14))).toBe(number.at(14));
  expect(safeParse(gstNumberSchema, number)).toEqual({ success: true, data: number });
});

test('spaces and small letters are fine', () => {
  expect(safeParse(gstNumberSchema, ' 27 aapfu0939f 1zv ').data).toBe('27AAPFU0939F1ZV');
});

test.each([
  ['27AAPFU0939F1ZW', 'gstNumberDigit'],
  ['27AAPFU0993F1ZV', 'gstNumberDigit'],
  ['00AAPFU0939F1ZV', 'gstNumberInvalid'],
  ['27AAPFU0939F1AV', 'gstNumberInvalid'],
  ['27AAPFU0939F1Z', 'gstNumberInvalid'],
  ['', 'gstNumberRequired'],
])('%s is refused: %s', (number, message) => {
  const { error } = safeParse(gstNumberSchema, number);
  expect(error?.issues[0]?.message).toBe(message);
});
