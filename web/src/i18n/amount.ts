import type { Quantity } from '@upaj/contract/trade/quantity';
import { formatCount } from '#lib/format.ts';
import { useLoaded } from '#lib/use-loaded.ts';
import { getT, useLocale } from './locale.ts';

/** Returns a text such as '20.5 tonnes'. */
export function amountText({ quantity, unit }: Quantity): string {
  return getT('names')(`amount.${unit}`, { count: quantity, amount: formatCount(quantity) });
}

export function useAmount(): (quantity: Quantity) => string {
  useLocale();
  return amountText;
}

const loadReader = () => import('@upaj/contract/trade/quantity');

/**
 * Translates what a seller typed to the reader's language, such as '12 पेटी' to '12 boxes'. The text stays as it is
 * when it cannot be read, and until the names of units are loaded, because no first load waits for them.
 */
export function useQuantityText(): (typed: string) => string {
  useLocale();
  const reader = useLoaded('quantity', loadReader);
  return (typed) => {
    const quantity = reader?.readQuantity(typed);
    return quantity ? amountText(quantity) : typed;
  };
}
