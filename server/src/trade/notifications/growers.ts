import { cropNames } from '@upaj/contract/crop-names';
import { crops, findCrop } from '@upaj/contract/catalogue';
import { foldText } from '@upaj/contract/fold-text';
import { wordsOf } from '#src/platform/names/fold.ts';

/** Returns the crop's names in all languages, folded. */
export function writtenNames(cropKey: string): string[] {
  const crop = findCrop(cropKey);
  if (!crop) return [cropKey];
  const names = [crop.en, crop.hi, ...(crop.alsoHi ?? []), ...Object.values(cropNames[crop.id] ?? {}).flat()];
  return [...new Set(names.map(foldText))];
}

const keysByName = new Map(
  crops
    .toReversed()
    .flatMap(({ id }) => writtenNames(id).map((name) => [wordsOf(name).join(' '), id] as const)),
);
const mostWords = 4;

/** Looks for the longest names first, so that 'sweet potato' is not taken for 'potato'. */
function cropsIn(text: string): Set<string> {
  const words = wordsOf(foldText(text));
  const found = new Set<string>();
  for (let from = 0; from < words.length; from += 1) {
    for (let count = mostWords; count > 0; count -= 1) {
      const id = keysByName.get(words.slice(from, from + count).join(' '));
      if (!id) continue;
      found.add(id);
      from += count - 1;
      break;
    }
  }
  return found;
}

/** Returns whether someone with this main product grows the crop. */
export function grows(mainProduct: string, cropKey: string): boolean {
  return foldText(mainProduct) === cropKey || cropsIn(mainProduct).has(cropKey);
}
