import * as z from 'zod/mini';
import { idSchema } from '../fields.ts';
import type { DataOf, TargetsOf } from '../notify/notifications.ts';
import { alertTypes, weightUnits } from './alerts.ts';
import { rateIdSchema } from './market-prices.ts';

export const mandiNotifications = () => ({
  /** Prices are rupees per `unit`. */
  'price-alert': z.object({
    alertId: idSchema,
    rateId: rateIdSchema,
    commodity: z.string(),
    crop: z.nullable(z.string()),
    market: z.string(),
    district: z.string(),
    state: z.string(),
    type: z.enum(alertTypes),
    targetPrice: z.number(),
    price: z.number(),
    unit: z.enum(weightUnits),
    arrivalDate: z.string(),
    isSample: z.boolean(),
  }),
});

export type MandiNotifications = DataOf<ReturnType<typeof mandiNotifications>>;
export type PriceAlertData = MandiNotifications['price-alert'];

export const mandiTargets = {
  'price-alert': ({ rateId }) => ({ to: '/Market/rates/$rateId', params: { rateId } }),
} satisfies TargetsOf<ReturnType<typeof mandiNotifications>>;
