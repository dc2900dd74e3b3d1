import { crops, findCrop } from '@upaj/contract/catalogue';
import type { Crop } from '@upaj/contract/crops';
import { foldName } from '#src/platform/names/fold-name.ts';
import { resolveCrop } from '#src/platform/names/resolve-crop.ts';

export interface Commodity {
  commodity: string;
  crop: string | null;
}

/** Goods are a crop of the catalogue, or a commodity outside it by its AGMARKNET name. */
export type GoodsFilter = { crop: string } | { commodity: string };

/** Maps former AGMARKNET names to present ones. 'Lime' is not here, because mandis report it beside 'Lemon'. */
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

const known = new Map<string, Commodity>();
for (const { id: crop, agmarknet } of crops)
  for (const name of agmarknet) {
    const commodity = renamed[name] ?? name;
    const key = foldName(commodity);
    const first = known.get(key) ?? { commodity, crop };
    known.set(key, first).set(foldName(name), first);
  }

export function cleanCommodity(name: string): Commodity {
  return known.get(foldName(name)) ?? { commodity: name, crop: null };
}

/** Finds a crop by its English or Hindi name, or any spelling of an AGMARKNET name. */
export function findCropOf(name: string): Crop | undefined {
  return findCrop(name) ?? findCrop(cleanCommodity(name).crop ?? '');
}

/** Finds the crop that people mean, by any name, unless mandis report a commodity of this name beside the crop. */
export function readCropOf(text: string): Crop | undefined {
  return findCropOf(text) ?? resolveCrop(text);
}

export function toGoodsFilter(name: string): GoodsFilter {
  const crop = findCropOf(name)?.id;
  return crop ? { crop } : { commodity: name };
}
