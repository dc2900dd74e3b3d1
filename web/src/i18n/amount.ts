import type { Amount } from '@upaj/contract/trade/amounts';
import type { Quantity } from '@upaj/contract/trade/quantity';
import { writeAmount } from '@upaj/contract/trade/write-amount';
import { formatCount } from '#lib/format.ts';
import { useLoaded } from '#lib/use-loaded.ts';
import { getT, useLocale } from './locale.ts';

/** Returns a text such as '20.5 tonnes'. */
export function amountText(amount: Amount | Quantity): string {
  const t = getT('names');
  return writeAmount(amount, {
    unitText: (unit, count, shown) => t(`amount.${unit}`, { count, amount: shown }),
    format: formatCount,
  });
}

export function useAmount(): (amount: Amount | Quantity) => string {
  useLocale();
  return amountText;
}

const loadReader = () => import('@upaj/contract/trade/read-amount');

/** Loads the reader of amounts that people type. */
export function useAmountReader(isNeeded = true) {
  return useLoaded('read-amount', loadReader, isNeeded);
}

/**
 * Translates what a seller typed to the reader's language, such as '12 पेटी' to '12 boxes', where the server sent no
 * amount. The text stays as it is when it cannot be read, and until the reader is loaded.
 */
export function useQuantityText(): (typed: string) => string {
  useLocale();
  const reader = useAmountReader();
  return (typed) => {
    const amount = reader?.readGoods(typed);
    return amount ? amountText(amount) : typed;
  };
}
