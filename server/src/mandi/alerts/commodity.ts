import { crops, findCrop, foldText, type Crop } from '@upaj/contract/crops';

const cropsByCommodity: ReadonlyMap<string, Crop> = new Map(
  crops.flatMap((crop) => crop.agmarknet.map((name) => [foldText(name), crop] as const)),
);

/** Finds a crop by its catalogue or AGMARKNET name. */
export function findCropOf(name: string): Crop | undefined {
  return findCrop(name) ?? cropsByCommodity.get(foldText(name));
}
