import { termsChecks, termsFormFields } from '@upaj/contract/deals/terms';
import * as z from 'zod/mini';
import { plainNumber } from '#lib/format.ts';
import type { TermsValues } from './terms-values.ts';

const termsFormSchema = z.object(termsFormFields).check(...termsChecks);

/** Accepts what people type: '₹2,600', '१२.५'. */
export const typedTermsSchema = z.pipe(
  z.transform((values: TermsValues): z.input<typeof termsFormSchema> => ({
    ...values,
    quantity: plainNumber(String(values.quantity)),
    unit: values.unit as 'kg',
    price: plainNumber(String(values.price)),
    priceUnit: values.priceUnit as 'per kg',
    delivery: values.delivery as 'pickup',
    validDays: Number(values.validDays),
    // An earlier version of the app stored drafts without them.
    bags: plainNumber(String(values.bags ?? '')),
    advance: plainNumber(String(values.advance ?? '')),
  })),
  termsFormSchema,
);
