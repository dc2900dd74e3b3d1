import { crops, findCrop, type Crop } from '@upaj/contract/crops';
import { resolveCrop } from '#src/platform/names/resolve-crop.ts';
import { foldName } from './spellings.ts';

export interface Commodity {
  commodity: string;
  crop: string | null;
}

/** Only former names: 'Lime' is not here, because mandis report it beside 'Lemon'. */
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

/** By its English or Hindi name, or any spelling of an AGMARKNET name. */
export function findCropOf(name: string): Crop | undefined {
  const crop = findCrop(name);
  if (crop) return crop;
  const { crop: id } = cleanCommodity(name);
  return id === null ? undefined : findCrop(id);
}

/** Of what people type: also by any other name. Not of a commodity that mandis report beside the crop. */
export function readCropOf(text: string): Crop | undefined {
  return findCropOf(text) ?? resolveCrop(text);
}
