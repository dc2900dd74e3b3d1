import { crops } from '@upaj/contract/crops';

/** A commodity by one name, and the crop it is. */
export interface Commodity {
  commodity: string;
  /** Null for what the catalogue does not have. */
  crop: string | null;
}

/** What two spellings have in common that differ in case, spaces or punctuation alone. */
const keyOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{M}\d]/gu, '');

const known: ReadonlyMap<string, Commodity> = new Map(
  crops.flatMap(({ id: crop, agmarknet }) => {
    const [commodity] = agmarknet;
    if (commodity === undefined) return [];
    return agmarknet.map((name) => [keyOf(name), { commodity, crop }] as const);
  }),
);

/** The first of the names that AGMARKNET has had for this commodity; one that is not in the catalogue stays as it is. */
export function cleanCommodity(name: string): Commodity {
  return known.get(keyOf(name)) ?? { commodity: name, crop: null };
}
