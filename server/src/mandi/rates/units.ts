import type { RateUnit } from '@upaj/contract/mandi/rates';

interface Measure {
  unit: RateUnit;
  /** How many of `unit` the price is for. */
  size: number;
}

const sizes: Readonly<Record<string, Measure>> = {
  '': { unit: 'quintal', size: 1 },
  quintal: { unit: 'quintal', size: 1 },
  qtl: { unit: 'quintal', size: 1 },
  kg: { unit: 'quintal', size: 0.01 },
  tonne: { unit: 'quintal', size: 10 },
  metrictonne: { unit: 'quintal', size: 10 },
  dozen: { unit: 'piece', size: 12 },
};

const counted: readonly [RegExp, RateUnit][] = [
  [/^(\d*)(?:number|no|nut|piece|pc|each|unit|head)s?$/, 'piece'],
  [/^(\d*)(?:bunch|bunche|bundle)s?$/, 'bunch'],
  [/^(\d*)(?:box|boxe|crate)s?$/, 'box'],
  [/^(\d*)(?:bag|sack)s?$/, 'bag'],
  [/^(\d*)(?:liter|litre|ltr)s?$/, 'liter'],
];

/** Reads 'Rs./Quintal', 'Rs/Number' or 'per 100 nuts', or returns the reason to refuse it. No text is a quintal. */
export function readUnit(text: string): Measure | string {
  const key = text
    .toLowerCase()
    .replace(/^(?:₹|rs\b|rupees\b|inr\b)/, '')
    .replace(/\bper\b/, '')
    .replace(/[^a-z0-9]/g, '');
  const known = sizes[key] ?? sizes[key.replace(/s$/, '')];
  if (known) return known;
  for (const [pattern, unit] of counted) {
    const [found, size] = pattern.exec(key) ?? [];
    if (found !== undefined && size !== '0') return { unit, size: Number(size || 1) };
  }
  return `"${text.slice(0, 40)}" is not a known unit`;
}
