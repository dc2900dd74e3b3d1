import * as z from 'zod/mini';
import { envelope } from './envelope.ts';
import { idSchema, optionalText, requiredText } from './fields.ts';
import { say } from './messages.ts';
import { isState } from './places.ts';

/** The commodities offered first. */
export const alertCommodities = ['Wheat', 'Rice', 'Tomato'] as const;
export const alertTypes = ['above', 'below'] as const;
export type AlertType = (typeof alertTypes)[number];
/** What a price is for: 100 kg or one. */
export const weightUnits = ['quintal', 'kg'] as const;
export type WeightUnit = (typeof weightUnits)[number];

/** Kilograms in each. */
export const kilograms: Readonly<Record<WeightUnit, number>> = { quintal: 100, kg: 1 };

const targetPrice = z.pipe(
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
    z
      .string(say('targetPriceRequired'))
      .check(
        z.trim(),
        z.minLength(1, say('targetPriceRequired')),
        z.regex(/^\d{1,7}(\.\d{1,2})?$/, say('targetPriceInvalid')),
      ),
  ),
  z.pipe(z.transform(Number), z.number().check(z.gt(0, say('targetPriceInvalid')))),
);

/** Left out: any state; any mandi of it. A mandi is named with its state and district. */
export const alertFormSchema = z
  .object({
    /** AGMARKNET's name of it, or a crop of the catalogue. */
    commodity: requiredText('commodityRequired'),
    state: optionalText().check(z.refine((state) => state === '' || isState(state), say('stateInvalid'))),
    district: optionalText(),
    market: optionalText(),
    type: z.enum(alertTypes, say('alertTypeRequired')),
    /** Rupees per `unit`. */
    targetPrice,
    unit: z._default(z.enum(weightUnits, say('priceUnitInvalid')), 'quintal'),
  })
  .check(
    z.refine(({ state, district, market }) => market === '' || (state !== '' && district !== ''), {
      path: ['market'],
      error: say('marketInvalid'),
    }),
  );
export type AlertForm = z.infer<typeof alertFormSchema>;

export const alertSchema = z.object({
  _id: idSchema,
  /** The catalogue's crop, or AGMARKNET's name of what is none. */
  commodity: z.string(),
  crop: z.nullable(z.string()),
  /** Each '' for any. */
  state: z.string(),
  district: z.string(),
  market: z.string(),
  type: z.enum(alertTypes),
  targetPrice: z.number(),
  unit: z.enum(weightUnits),
  /** False while it is paused. */
  isActive: z.boolean(),
  /** The price is beyond the target now: it fires when it gets there the next time. */
  isMet: z.boolean(),
  /** Rupees per `unit`: the highest price there is for above, the lowest for below; null where no mandi reports it. */
  currentPrice: z.nullable(z.number()),
  /** The mandi that has it. */
  currentMarket: z.nullable(z.string()),
  lastFiredAt: z.nullable(z.string()),
  createdAt: z.string(),
});
export type PriceAlert = z.infer<typeof alertSchema>;

const alertParams = z.object({ alertId: idSchema });

export const alertEndpoints = {
  /** Latest first; at most 50. */
  'GET /api/v1/alerts': { response: envelope(z.array(alertSchema)) },
  /** The same alert again is the one there is. */
  'POST /api/v1/alerts': { body: alertFormSchema, response: envelope(alertSchema) },
  'PATCH /api/v1/alerts/:alertId': {
    params: alertParams,
    body: z.object({ isActive: z.boolean(say('invalid')) }),
    response: envelope(alertSchema),
  },
  'DELETE /api/v1/alerts/:alertId': { params: alertParams, response: envelope(z.null()) },
} as const;
