import { crops, findCrop } from '@upaj/contract/catalogue';
import type { Crop } from '@upaj/contract/crops';
import { foldText } from '@upaj/contract/fold-text';
import { foldName } from './fold-name.ts';
import type { Tier } from './name.ts';
import { understand } from './understand.ts';

const cropsByCommodity = new Map(
  crops.flatMap((crop) => crop.agmarknet.map((name) => [foldName(name), crop] as const)),
);

/** Returns whether the words are a listed name. What only sounds like one may be the name of something else. */
export const isSure = (how: Tier) => how === 'written' || how === 'spelling';

/** Returns the crop that the whole text names, in any language. If several have that name, it is the likeliest. */
export function resolveCrop(text: string): Crop | undefined {
  const known = findCrop(text) ?? cropsByCommodity.get(foldName(text));
  if (known) return known;
  const { crops: found, places, words, classes } = understand(text);
  const [match] = found;
  const isWhole = found.length === 1 && classes.length === 0 && places.length === 0 && words.length === 0;
  const [id, other] = match && isWhole && isSure(match.how) && !match.isVariety ? match.meanings : [];
  const isClear = id !== undefined && (match?.how === 'written' || other === undefined);
  return isClear ? findCrop(id) : undefined;
}

/** Folds the name of an unknown crop: 'kanda' → 'onion', 'Wild Lemon' → 'wild lemon'. */
export function resolveCropKey(text: string): string {
  return resolveCrop(text)?.id ?? foldText(text);
}
