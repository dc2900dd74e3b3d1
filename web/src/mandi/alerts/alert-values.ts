import type { Language } from '@upaj/contract/texts';
import { findCrop, type Crop } from '@upaj/contract/crops';
import { foldText } from '@upaj/contract/fold-text';
import { alertCommodities, alertFormSchema, type AlertForm } from '@upaj/contract/mandi/alerts';
import { findTypedCrop, suggestionOf } from '#mandi/crops/crop-search.ts';
import * as z from 'zod/mini';
import { plainNumber } from '#lib/format.ts';

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

export function suggestCommodities(known: readonly Commodity[], locale: Language) {
  const goods = new Map<string, { name: string; crop: Crop | undefined }>();
  for (const name of [...alertCommodities, ...known.map(({ commodity, crop }) => crop ?? commodity)]) {
    const crop = findCrop(name);
    goods.set(crop?.id ?? name, { name, crop });
  }
  return [...goods.values()].map(({ name, crop }) => {
    return crop ? suggestionOf(crop, locale) : { value: name };
  });
}

export function spellCommodity(typed: string, known: readonly Commodity[]): string {
  const folded = foldText(typed);
  return known.find(({ commodity }) => foldText(commodity) === folded)?.commodity ?? typed;
}
