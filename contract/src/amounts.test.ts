import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { advanceSchema, postPrice, priceAboveZero, quantitySchema, targetPriceSchema } from './amounts.ts';

const amounts = [
  ['postPrice', postPrice('priceRequired')],
  ['priceAboveZero', priceAboveZero('priceRequired')],
  ['targetPriceSchema', targetPriceSchema],
  ['advanceSchema', advanceSchema],
  ['quantitySchema', quantitySchema],
] as const;

test.each(amounts)('%s reads the digits of Indian scripts', (_, schema) => {
  for (const typed of ['20.5', ' २०.५ ', '২০.৫', '௨௦.௫', '20.5', 20.5])
    expect([typed, z.safeParse(schema, typed).data]).toEqual([typed, 20.5]);
});

test.each(amounts)('%s refuses what is no amount, and a decimal comma', (_, schema) => {
  for (const typed of ['', ' ', 'twenty', '20,5', '२०,५', '-20', '1e3', '0x14', '20.555', true, null])
    expect([typed, z.safeParse(schema, typed).success]).toEqual([typed, false]);
});
