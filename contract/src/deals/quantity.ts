import { latinDigits } from '../latin-digits.ts';
import { limits } from '../limits.ts';
import type { QuantityUnit } from '../trade/units.ts';
import { convertQuantity, isMore } from './totals.ts';

export interface Quantity {
  quantity: number;
  unit: QuantityUnit;
}

/** Sellers write these, in any case. */
const unitNames: Readonly<Record<QuantityUnit, string>> = {
  kg: 'kg kgs kilo kilos kilogram kilograms किलो किलोग्राम किग्रा केजी',
  quintal: 'quintal quintals qtl qtls q kuintal kuntal क्विंटल क्विन्टल कुंतल कुन्तल कुंटल',
  tonne: 'tonne tonnes ton tons t mt टन',
  piece: 'piece pieces pc pcs nos nag नग पीस',
  box: 'box boxes peti petiyan पेटी पेटियां पेटियाँ डिब्बा डिब्बे बॉक्स',
  bag: 'bag bags bori boriyan katta बोरी बोरियां बोरियाँ बोरा बोरे कट्टा कट्टे बैग',
  liter: 'liter liters litre litres ltr l लीटर',
};

const units = new Map(
  Object.entries(unitNames).flatMap(([unit, names]) =>
    names.split(' ').map((name) => [name, unit as QuantityUnit]),
  ),
);

const number = /\d+(?:,\d+)*(?:\.\d+)?/;
const whole = new RegExp(String.raw`^\s*(${number.source})\s*([\p{L}\p{M}.]+?)\.?\s*$`, 'u');

/** '1,200 kg', '२० क्विंटल'. Undefined for anything else, such as '20 kg a day' or '10 to 12 bags'. */
export function readQuantity(text: string): Quantity | undefined {
  const [, amount = '', name = ''] = whole.exec(latinDigits(text)) ?? [];
  const unit = units.get(name.toLowerCase().replaceAll('.', ''));
  const quantity = Number(amount.replaceAll(',', ''));
  const isExact = /^\d+(?:\.\d{1,2})?$/.test(amount.replaceAll(',', ''));
  return unit && isExact && quantity <= limits.wanted.quantity ? { quantity, unit } : undefined;
}

/** True when nothing is left, or when the text does not say how much. */
export function mayBeSoldOut(text: string): boolean {
  return !readQuantity(text)?.quantity;
}

/** The text says that less is there. False when the two cannot be compared. */
export function isShortage(text: string, requested: Quantity): boolean {
  const there = readQuantity(text);
  return there !== undefined && isMore(requested, there);
}

const written = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });

/** Replaces the number in the text, which stays within the limits of the post's form. */
export function writeQuantity(text: string, quantity: number): string {
  const most = Math.min(quantity, limits.wanted.quantity);
  return latinDigits(text).replace(number, written.format(most)).replace(/\s+/g, ' ');
}

/** Takes at most what is there, and writes the rest. Undefined when the quantity is not exact in the unit of the text. */
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

/** What a deal agreed on, and what it took of that from the post. */
export interface Taken extends Quantity {
  dealId: string;
  taken: number;
}

/**
 * Gives what a cancelled deal had taken to other deals of the post that took too little, and writes the rest back to the
 * text. Undefined when the text no longer reads in that unit.
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
