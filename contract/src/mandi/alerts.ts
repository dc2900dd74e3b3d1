import * as z from 'zod/mini';
import { targetPriceSchema } from '../amounts.ts';
import { envelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { idSchema, optionalText, requiredText } from '../fields.ts';
import { isState } from '../places.ts';

export const alertCommodities = ['Wheat', 'Rice', 'Tomato'] as const;
export const alertTypes = ['above', 'below'] as const;
export type AlertType = (typeof alertTypes)[number];
/** Price alerts are per quintal (100 kg) or per kilogram. */
export const weightUnits = ['quintal', 'kg'] as const;
export type WeightUnit = (typeof weightUnits)[number];

export const kilograms: Readonly<Record<WeightUnit, number>> = { quintal: 100, kg: 1 };

const place = optionalText().def.innerType;
const fields = {
  /** An AGMARKNET name or a crop of the catalogue. */
  commodity: requiredText('commodityRequired'),
  type: z.enum(alertTypes, say('alertTypeRequired')),
  targetPrice: targetPriceSchema,
};
const state = place.check(z.refine((name) => name === '' || isState(name), say('stateInvalid')));
const unit = z.enum(weightUnits, say('priceUnitInvalid'));

/** Empty fields match any place. A mandi needs its state and district. */
export const alertFormSchema = z
  .object({
    ...fields,
    state: z._default(state, ''),
    district: z._default(place, ''),
    market: z._default(place, ''),
    unit: z._default(unit, 'quintal'),
  })
  .check(
    z.refine(({ state, district, market }) => market === '' || (state !== '' && district !== ''), {
      path: ['market'],
      error: say('marketInvalid'),
    }),
  );
export type AlertForm = z.infer<typeof alertFormSchema>;

/** Fields that are left out stay as they are. */
export const alertEditSchema = z.partial(
  z.object({
    ...fields,
    state,
    district: place,
    market: place,
    unit,
    isActive: z.boolean(say('invalid')),
  }),
);
export type AlertEdit = z.infer<typeof alertEditSchema>;

export const alertSchema = z.object({
  _id: idSchema,
  /** A crop's id, or the AGMARKNET name of a commodity outside the catalogue. */
  commodity: z.string(),
  crop: z.nullable(z.string()),
  state: z.string(),
  district: z.string(),
  market: z.string(),
  type: z.enum(alertTypes),
  targetPrice: z.number(),
  unit: z.enum(weightUnits),
  isActive: z.boolean(),
  /** Whether the price is reached now. The alert fires the next time that it is reached. */
  isMet: z.boolean(),
  /**
   * The price now, in rupees per `unit`: the highest one for 'above', the lowest one for 'below'. Null without rates.
   */
  currentPrice: z.nullable(z.number()),
  currentMarket: z.nullable(z.string()),
  lastFiredAt: z.nullable(z.string()),
  createdAt: z.string(),
});
export type PriceAlert = z.infer<typeof alertSchema>;

const alertParams = z.object({ alertId: idSchema });

const writes = { name: 'alert-writes', points: 120, minutes: 60, by: 'member' } as const;

export const alertEndpoints = {
  'GET /api/v1/alerts': { response: envelope(z.array(alertSchema)) },
  'POST /api/v1/alerts': {
    whenRestricted: 'open',
    body: alertFormSchema,
    response: envelope(alertSchema),
    limits: [writes],
  },
  /**
   * An edited alert is active again and waits for its price like a new one. If the user has an equal alert, that one is
   * removed.
   */
  'PATCH /api/v1/alerts/:alertId': {
    whenRestricted: 'open',
    params: alertParams,
    body: alertEditSchema,
    response: envelope(alertSchema),
    limits: [writes],
  },
  'DELETE /api/v1/alerts/:alertId': {
    whenRestricted: 'open',
    params: alertParams,
    response: envelope(z.null()),
  },
} as const;
