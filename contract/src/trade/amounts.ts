import * as z from 'zod/mini';
import { amountUnits, goodsUnits, packagingCodes, timeUnits, type AmountUnit } from './units.ts';

/** '10 bags of 50 kg' has `each`, what one of the units holds; '2-3 weeks' has `upTo`. */
function amountOf<const Units extends readonly [AmountUnit, ...AmountUnit[]]>(units: Units) {
  return z.object({
    number: z.number(),
    upTo: z.optional(z.number()),
    unit: z.enum(units),
    each: z.optional(z.object({ number: z.number(), unit: z.enum(goodsUnits) })),
  });
}

const amountSchema = amountOf(amountUnits);
export type Amount = z.infer<typeof amountSchema>;
const goodsSchema = amountOf(goodsUnits);
export type GoodsAmount = z.infer<typeof goodsSchema>;

/** `number` and `unit` are what one package holds, and `count` is how many there are. */
const packagingSchema = z.object({
  code: z.enum(packagingCodes),
  count: z.optional(z.number()),
  number: z.optional(z.number()),
  unit: z.optional(z.enum(goodsUnits)),
});
export type Packaging = z.infer<typeof packagingSchema>;

/** Has the names of the texts that were read. What is null was not written, or cannot be read. */
export const postAmountsSchema = z.object({
  quantity: z.nullable(goodsSchema),
  shelLife: z.nullable(amountOf(timeUnits)),
  minorderQunatity: z.nullable(goodsSchema),
  packaging: z.nullable(packagingSchema),
});
export type PostAmounts = z.infer<typeof postAmountsSchema>;
