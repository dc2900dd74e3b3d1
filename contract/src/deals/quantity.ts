import { limits } from '../limits.ts';
import type { GoodsAmount } from '../trade/amounts.ts';
import type { Post } from '../trade/posts.ts';
import { quantityOf, type Quantity } from '../trade/quantity.ts';
import { placedGoods, readGoods, withPlainNumbers } from '../trade/read-amount.ts';
import type { QuantityUnit } from '../trade/units.ts';
import { convertQuantity, isMore } from './totals.ts';

/** What a post has: as its seller wrote it, and as an amount, which is null when it cannot be read. */
export interface Stock {
  quantity: string;
  amount: GoodsAmount | null;
}

/** A post that was stored by an earlier version has no amounts yet. */
export function stockOf({ quantity, amounts }: Pick<Post, 'quantity' | 'amounts'>): Stock {
  return { quantity, amount: amounts ? amounts.quantity : (readGoods(quantity) ?? null) };
}

/** Returns the quantity in its unit, and for '10 bags of 50 kg' also in kilograms. */
export function quantitiesOf({ amount }: Stock): Quantity[] {
  const own = quantityOf(amount);
  if (!own || !amount?.each) return own ? [own] : [];
  const each = quantityOf(amount.each);
  return each ? [own, { ...each, quantity: toHundredths(own.quantity * each.quantity) }] : [own];
}

/** Returns true when nothing is left, or when the text does not say how much. */
export function mayBeSoldOut({ amount }: Stock): boolean {
  return !quantityOf(amount)?.quantity;
}

/**
 * Returns true when less than the requested quantity is left, and false when the two cannot be compared.
 */
export function isShortage(stock: Stock, requested: Quantity): boolean {
  return quantitiesOf(stock).some((there) => isMore(requested, there));
}

const written = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });

/** Replaces the number of the stock, in the text too, which stays within the form's limit. */
export function withQuantity({ quantity: text, amount }: Stock, left: number): Stock {
  if (!amount) return { quantity: text, amount };
  const number = Math.min(left, limits.wanted.quantity);
  const [plain, place] = [withPlainNumbers(text), placedGoods(text)];
  const inPlace = place
    ? plain.slice(0, place.start) + written.format(number / place.times) + plain.slice(place.end)
    : '';
  // A dozen may be broken.
  const isRead = readGoods(inPlace)?.number === number;
  const quantity = isRead ? inPlace : `${written.format(number)} ${amount.unit}`;
  return { quantity: quantity.replace(/\s+/g, ' '), amount: { ...amount, number } };
}

/** Returns undefined when the quantity is not exact in the unit of the stock. */
function inUnitOf(stock: Stock, requested: Quantity): number | undefined {
  const [own, total] = quantitiesOf(stock);
  if (!own) return undefined;
  const direct = convertQuantity(requested.quantity, requested.unit, own.unit);
  if (direct !== undefined || !total || own.quantity === 0) return direct;
  const each = total.quantity / own.quantity;
  const content = convertQuantity(requested.quantity, requested.unit, total.unit);
  const count = content && toHundredths(content / each);
  return count && Math.abs(count * each - (content ?? 0)) < 1e-6 ? count : undefined;
}

/**
 * Subtracts the requested quantity from the stock, but at most what is left, and returns the rest. Returns undefined
 * when the quantity is not exact in the stock's unit.
 */
export function takeQuantity(
  stock: Stock,
  requested: Quantity,
): { taken: number; takenUnit: QuantityUnit; left: Stock } | undefined {
  const there = quantityOf(stock.amount);
  const wanted = inUnitOf(stock, requested);
  if (!there || wanted === undefined) return undefined;
  const taken = Math.min(there.quantity, wanted);
  const left = withQuantity(stock, toHundredths(there.quantity - taken));
  return { taken, takenUnit: there.unit, left };
}

/** The quantity that a deal agreed on, with the part of it that was taken from the post. */
export interface Taken extends Quantity {
  dealId: string;
  taken: number;
}

/**
 * Gives what a cancelled deal had taken to other deals of the post that took too little, and writes the rest back to
 * the stock. Returns undefined when the stock can no longer be read in that unit.
 */
export function giveBackQuantity(
  stock: Stock,
  freed: Quantity,
  others: readonly Taken[],
): { left: Stock; taken: Pick<Taken, 'dealId' | 'taken'>[] } | undefined {
  const there = quantityOf(stock.amount);
  if (there?.unit !== freed.unit) return undefined;
  let rest = freed.quantity;
  const taken = others.flatMap(({ dealId, quantity, unit, taken: before }) => {
    const missing = (convertQuantity(quantity, unit, freed.unit) ?? before) - before;
    const added = toHundredths(Math.min(rest, missing));
    if (added <= 0) return [];
    rest = toHundredths(rest - added);
    return [{ dealId, taken: toHundredths(before + added) }];
  });
  return { left: withQuantity(stock, toHundredths(there.quantity + rest)), taken };
}

function toHundredths(quantity: number): number {
  return Number(quantity.toFixed(2));
}
