import { findCrop, type Crop } from '@upaj/contract/crops';
import { foldText } from '@upaj/contract/fold-text';
import type { Tier } from './name-index.ts';
import { understand } from './understand.ts';

const isSure = (how: Tier) => how === 'written' || how === 'sound';

/**
 * Returns the crop that the whole text surely names, in any language. If several have that name, it is the likeliest.
 */
export function resolveCrop(text: string): Crop | undefined {
  const known = findCrop(text);
  if (known) return known;
  const { crops, places, words } = understand(text);
  const [match] = crops;
  const isWhole = crops.length === 1 && places.length === 0 && words.length === 0;
  const [id] = match && isWhole && isSure(match.how) ? match.meanings : [];
  return id === undefined ? undefined : findCrop(id);
}

/** Folds the name of an unknown crop: 'kanda' → 'onion', 'Dragon Fruit' → 'dragon fruit'. */
export function resolveCropKey(text: string): string {
  return resolveCrop(text)?.id ?? foldText(text);
}
