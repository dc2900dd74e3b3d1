import type { Language } from '@upaj/contract/texts';
import { findCrop, foldText, type Crop } from '@upaj/contract/crops';
import { alertCommodities, alertFormSchema, type AlertForm } from '@upaj/contract/mandi/alerts';
import * as z from 'zod/mini';
import { plainNumber } from '#lib/format.ts';

/** Where the form begins. A mandi comes with its state and district. */
export type AlertStart = Partial<Pick<AlertForm, 'commodity' | 'state' | 'district' | 'market'>>;

/** What the fields hold while one types. */
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

/** The contract's form, and what people write in its stead: a Hindi name, '₹2,600'. */
export const typedAlertSchema = z.pipe(
  z.transform((values: AlertValues): z.input<typeof alertFormSchema> => ({
    ...values,
    // One of the two, or what the schema objects to.
    type: values.type as AlertForm['type'],
    unit: values.unit as AlertForm['unit'],
    commodity: findCrop(values.commodity)?.en ?? values.commodity,
    targetPrice: plainNumber(values.targetPrice),
  })),
  alertFormSchema,
);

/** What is offered while one types: crops by their name in the reader's language, with the other beside it. */
export function suggestCommodities(known: readonly Commodity[], locale: Language) {
  const goods = new Map<string, { name: string; crop: Crop | undefined }>();
  for (const name of [...alertCommodities, ...known.map(({ commodity, crop }) => crop ?? commodity)]) {
    const crop = findCrop(name);
    goods.set(crop?.id ?? name, { name, crop });
  }
  return [...goods.values()].map(({ name, crop }) => {
    if (!crop) return { value: name };
    return locale === 'hi' ? { value: crop.hi, note: crop.en } : { value: crop.en, note: crop.hi };
  });
}

/** The commodity's own spelling, however it was typed. */
export function spellCommodity(typed: string, known: readonly Commodity[]): string {
  const folded = foldText(typed);
  return known.find(({ commodity }) => foldText(commodity) === folded)?.commodity ?? typed;
}
