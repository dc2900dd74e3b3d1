import { latinDigits } from '../latin-digits.ts';
import { limits } from '../limits.ts';
import { numberInText, readQuantity, type Quantity } from '../trade/quantity.ts';
import type { QuantityUnit } from '../trade/units.ts';
import { convertQuantity, isMore } from './totals.ts';

/** Returns true when nothing is left, or when the text does not say how much. */
export function mayBeSoldOut(text: string): boolean {
  return !readQuantity(text)?.quantity;
}

/**
 * Returns true when the text says that less than the requested quantity is left, and false when the two cannot be
 * compared.
 */
export function isShortage(text: string, requested: Quantity): boolean {
  const there = readQuantity(text);
  return there !== undefined && isMore(requested, there);
}

const written = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });

/** Replaces the number in the text and keeps the text within the form's limit. */
export function writeQuantity(text: string, quantity: number): string {
  const most = Math.min(quantity, limits.wanted.quantity);
  return latinDigits(text).replace(numberInText, written.format(most)).replace(/\s+/g, ' ');
}

/**
 * Subtracts the requested quantity from the text's, but at most what is left, and returns the text with the rest.
 * Returns undefined when the quantity is not exact in the text's unit.
 */
export function takeQuantity(
  text: string,
  requested: Quantity,
): { taken: number; takenUnit: QuantityUnit; left: string } | undefined {
  const there = readQuantity(text);
  const wanted = there && convertQuantity(requested.quantity, requested.unit, there.unit);
  if (!there || wanted === undefined) return undefined;
  const taken = Math.min(there.quantity, wanted);
  const left = writeQuantity(text, toHundredths(there.quantity - taken));
  return { taken, takenUnit: there.unit, left };
}

/** The quantity that a deal agreed on, with the part of it that was taken from the post. */
export interface Taken extends Quantity {
  dealId: string;
  taken: number;
}

/**
 * Gives what a cancelled deal had taken to other deals of the post that took too little, and writes the rest back to
 * the text. Returns undefined when the text can no longer be read in that unit.
 */
export function giveBackQuantity(
  text: string,
  freed: Quantity,
  others: readonly Taken[],
): { left: string; taken: Pick<Taken, 'dealId' | 'taken'>[] } | undefined {
  const there = readQuantity(text);
  if (there?.unit !== freed.unit) return undefined;
  let rest = freed.quantity;
  const taken = others.flatMap(({ dealId, quantity, unit, taken: before }) => {
    const missing = (convertQuantity(quantity, unit, freed.unit) ?? before) - before;
    const added = toHundredths(Math.min(rest, missing));
    if (added <= 0) return [];
    rest = toHundredths(rest - added);
    return [{ dealId, taken: toHundredths(before + added) }];
  });
  return { left: writeQuantity(text, toHundredths(there.quantity + rest)), taken };
}

function toHundredths(quantity: number): number {
  return Number(quantity.toFixed(2));
}
