import { wantedFormSchema } from '@upaj/contract/trade/wanted';
import * as z from 'zod/mini';
import { findTypedCrop } from '#mandi/crops/crop-search.ts';
import { plainNumber } from '#lib/format.ts';

export interface WantedValues {
  cropType: string;
  quantity: string;
  unit: string;
  maxPrice: string;
  priceUnit: string;
  state: string;
  district: string;
  endDate: string;
  note: string;
}

/** Accepts values as people type them: a Hindi crop name, '₹2,600'. */
export const typedWantedSchema = z.pipe(
  z.transform((values: WantedValues): z.input<typeof wantedFormSchema> => ({
    ...values,
    cropType: findTypedCrop(values.cropType)?.en ?? values.cropType,
    quantity: plainNumber(values.quantity),
    maxPrice: plainNumber(values.maxPrice),
    unit: values.unit as 'kg',
    priceUnit: values.priceUnit as 'per kg',
  })),
  wantedFormSchema,
);
