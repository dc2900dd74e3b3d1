import { latinDigits } from '@upaj/contract/latin-digits';

/** '₹ १,२५०.५०' → '1250.50': amounts and pincodes as people and Hindi keyboards write them. */
export function plainNumber(text: string): string {
  return latinDigits(text).replace(/[₹,\s]/g, '');
}
