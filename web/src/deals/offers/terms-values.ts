import { todayInIndia } from '@upaj/contract/days';
import type { Terms } from '@upaj/contract/deals/terms';
import { quantitiesOf, stockOf } from '@upaj/contract/deals/quantity';
import { priceUnitsOf, rupeesOf, totalInPaise } from '@upaj/contract/deals/totals';
import { amountPattern } from '@upaj/contract/latin-digits';
import { limits } from '@upaj/contract/limits';
import type { PriceUnit, QuantityUnit } from '@upaj/contract/trade/units';
import type { Post } from '@upaj/contract/trade/posts';
import type { WantedReference } from '#chat/room/message-wanted.tsx';
import { plainNumber } from '#lib/format.ts';

/** The form has the terms as the user types them. */
export interface TermsValues {
  quantity: string;
  unit: string;
  price: string;
  priceUnit: string;
  delivery: string;
  validDays: string;
  note: string;
  pickupDate: string;
  bags: string;
  advance: string;
}

/** The terms as they are sent. The optional ones are absent in what an earlier version of the app stored. */
export type SentTerms = Omit<Terms, 'pickupDate' | 'bags' | 'advance'> & OptionalTerms;

export interface OptionalTerms {
  pickupDate?: string | null | undefined;
  bags?: number | null | undefined;
  advance?: number | null | undefined;
}

const usualDays = 3;

export function valuesOfTerms(terms: SentTerms, validDays: number = usualDays): TermsValues {
  const { quantity, unit, price, priceUnit, delivery, note, pickupDate, bags, advance } = terms;
  return {
    quantity: String(quantity),
    unit,
    price: String(price),
    priceUnit,
    delivery,
    validDays: String(validDays),
    note,
    // A day that has passed cannot be offered again.
    pickupDate: pickupDate && pickupDate >= todayInIndia() ? pickupDate : '',
    bags: String(bags ?? ''),
    advance: String(advance ?? ''),
  };
}

/** Returns the values for the quantity of a wanted post, at the highest price that it pays. */
export function valuesOfWanted({ quantity, unit, maxPrice, priceUnit }: WantedReference): TermsValues {
  return valuesOfTerms({ quantity, unit, price: maxPrice, priceUnit, delivery: 'pickup', note: '' });
}

/**
 * Returns the values for all that the post has. The quantity is empty when it cannot be read, or has no total in the
 * unit of the price.
 */
export function valuesOfPost(post: Post): TermsValues {
  const { price, priceUnit } = post;
  const all = quantitiesOf(stockOf(post)).find(
    ({ quantity, unit }) => quantity > 0 && priceUnitsOf(unit).includes(priceUnit),
  );
  return {
    quantity: all ? String(all.quantity) : '',
    // The unit of 'per kg' is 'kg'.
    unit: all ? all.unit : priceUnit.slice('per '.length),
    price: String(price),
    priceUnit,
    delivery: 'pickup',
    validDays: String(usualDays),
    note: '',
    pickupDate: '',
    bags: '',
    advance: '',
  };
}

type TypedTotal = { rupees: number } | { problem: 'unitsDiffer' | 'totalTooHigh' } | undefined;

/** Returns undefined until quantity and price can be read. */
export function totalOfTyped({ quantity, unit, price, priceUnit }: TermsValues): TypedTotal {
  const [amount, rupees] = [plainNumber(quantity), plainNumber(price)];
  if (!amountPattern.test(amount) || !amountPattern.test(rupees)) return undefined;
  const units = { unit: unit as QuantityUnit, priceUnit: priceUnit as PriceUnit };
  if (!priceUnitsOf(units.unit).includes(units.priceUnit)) return { problem: 'unitsDiffer' };
  const paise = totalInPaise({ quantity: Number(amount), price: Number(rupees), ...units });
  if (!paise) return undefined;
  // A number is exact to the paisa up to `limits.price.max`.
  const total = Number(rupeesOf(paise));
  return total > limits.price.max ? { problem: 'totalTooHigh' } : { rupees: total };
}
