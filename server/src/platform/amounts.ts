import { readQuantity, type Quantity } from '@upaj/contract/trade/quantity';
import type { Language } from '@upaj/contract/texts';
import { textsIn } from './texts.ts';

const counts = new Intl.NumberFormat('en-IN');

/** '20.5 tonnes'. */
export function amountText({ quantity, unit }: Quantity, language: Language): string {
  return textsIn(language, 'names')(`amount.${unit}`, { count: quantity, amount: counts.format(quantity) });
}

/** What a seller typed, in the reader's language. Left as it is when it cannot be read. */
export function quantityText(typed: string, language: Language): string {
  const quantity = readQuantity(typed);
  return quantity ? amountText(quantity, language) : typed;
}
