import { crops } from '@upaj/contract/crops';
import { foldName } from './spellings.ts';

/** A commodity by one name, and the crop it is. */
export interface Commodity {
  commodity: string;
  /** Null for what the catalogue does not have. */
  crop: string | null;
}

/**
 * What AGMARKNET called by another name at another time. Only what no mandi reports beside the name that it is given here:
 * 'Lime' is no spelling of 'Lemon', though both are the same crop.
 */
const renamed: Readonly<Record<string, string>> = {
  'Paddy(Dhan)(Common)': 'Paddy(Common)',
  'Paddy(Dhan)(Basmati)': 'Paddy(Basmati)',
  'Ridge gourd(Tori)': 'Ridgeguard(Tori)',
  'Pea Pod/Pea Cod/हरी मटर': 'Peas cod',
  'Elephant Yam(Suran)/Amorphophallus': 'Elephant Yam (Suran)',
  Seetafal: 'Seetapal',
  Cardamom: 'Cardamoms',
  'Red gram/Arhar/Tur(whole)': 'Arhar (Tur/Red Gram)(Whole)',
};

/** The first spelling of each name, so that it stays. */
const known = new Map<string, Commodity>();
for (const { id: crop, agmarknet } of crops)
  for (const name of agmarknet) {
    const commodity = renamed[name] ?? name;
    const key = foldName(commodity);
    const first = known.get(key) ?? { commodity, crop };
    known.set(key, first).set(foldName(name), first);
  }

/** One name for all spellings of a commodity in the catalogue; another stays as it is. */
export function cleanCommodity(name: string): Commodity {
  return known.get(foldName(name)) ?? { commodity: name, crop: null };
}
