import { cropFinder, crops as usualCrops, type Crop } from './crops.ts';
import { furtherCrops } from './further-crops.ts';

/** All goods that Upaj knows: the usual crops, which browsers load, and the other commodities of AGMARKNET. */
export const crops: readonly Crop[] = [
  ...usualCrops,
  ...furtherCrops.map(({ names, ...crop }) => ({ ...crop, hi: names.hi[0] ?? crop.en })),
];

export const findCrop = cropFinder(crops);
