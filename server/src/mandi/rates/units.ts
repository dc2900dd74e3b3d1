import type { RateUnit } from '@upaj/contract/mandi/rates';

interface Measure {
  unit: RateUnit;
  /** How many of `unit` the price is for. */
  size: number;
}

/** The names of each unit, without a plural s, and how many of the stored unit it is. */
const units: readonly [RegExp, RateUnit, number][] = [
  [/^(\d*)(?:quintal|qtl)s?$/, 'quintal', 1],
  [/^(\d*)kgs?$/, 'quintal', 0.01],
  [/^(\d*)(?:metric)?tonnes?$/, 'quintal', 10],
  [/^(\d*)(?:number|no|nut|piece|pc|each|unit|head)s?$/, 'piece', 1],
  [/^(\d*)dozens?$/, 'piece', 12],
  [/^(\d*)(?:bunch|bunche|bundle)s?$/, 'bunch', 1],
  [/^(\d*)(?:box|boxe|crate)s?$/, 'box', 1],
  [/^(\d*)(?:bag|sack)s?$/, 'bag', 1],
  [/^(\d*)(?:liter|litre|ltr)s?$/, 'liter', 1],
];

/** Reads 'Rs./Quintal', 'Rs/20 Kg' or 'per 100 nuts', or returns the reason to refuse it. No text is a quintal. */
export function readUnit(text: string): Measure | string {
  const key = text
    .toLowerCase()
    .replace(/^in\b/, '')
    .replace(/^\s*(?:₹|rs\b|rupees\b|inr\b)/, '')
    .replace(/\bper\b/, '')
    .replace(/[^a-z0-9]/g, '');
  for (const [pattern, unit, each] of units) {
    const [found, count] = pattern.exec(key || 'quintal') ?? [];
    if (found !== undefined && count !== '0') return { unit, size: Number(count || 1) * each };
  }
  return `"${text.slice(0, 40)}" is not a known unit`;
}
