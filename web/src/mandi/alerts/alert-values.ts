import type { Language } from '@upaj/contract/texts';
import { findCrop } from '@upaj/contract/crops';
import { foldText } from '@upaj/contract/fold-text';
import { alertCommodities, alertFormSchema, type AlertForm } from '@upaj/contract/mandi/alerts';
import { findTypedCrop, suggestionOf } from '#mandi/crops/crop-search.ts';
import * as z from 'zod/mini';
import { plainNumber } from '#lib/format.ts';
import type { CommodityName } from '#mandi/names.ts';

export type AlertStart = Partial<Pick<AlertForm, 'commodity' | 'state' | 'district' | 'market'>>;

export interface AlertValues {
  commodity: string;
  state: string;
  district: string;
  market: string;
  type: string;
  targetPrice: string;
  unit: string;
}

interface Commodity {
  commodity: string;
  crop: string | null;
}

/** Accepts what people type, such as a Hindi name or '₹2,600'. */
export const typedAlertSchema = z.pipe(
  z.transform((values: AlertValues): z.input<typeof alertFormSchema> => ({
    ...values,
    type: values.type as AlertForm['type'],
    unit: values.unit as AlertForm['unit'],
    commodity: findTypedCrop(values.commodity)?.en ?? values.commodity,
    targetPrice: plainNumber(values.targetPrice),
  })),
  alertFormSchema,
);

export function suggestCommodities(
  known: readonly Commodity[],
  locale: Language,
  nameOf: (goods: Commodity) => CommodityName,
) {
  const usual = alertCommodities.map((commodity) => ({ commodity, crop: findCrop(commodity)?.id ?? null }));
  const goods = new Map([...usual, ...known].map((one) => [one.crop ?? one.commodity, one]));
  return [...goods.values()].map((one) => {
    const crop = findCrop(one.crop ?? '');
    if (crop) return suggestionOf(crop, locale);
    const { name, official } = nameOf(one);
    return { value: name, ...(official && { note: official }) };
  });
}

export function spellCommodity(typed: string, known: readonly Commodity[]): string {
  const folded = foldText(typed);
  return known.find(({ commodity }) => foldText(commodity) === folded)?.commodity ?? typed;
}
