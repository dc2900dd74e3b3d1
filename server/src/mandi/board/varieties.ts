import { findCrop } from '@upaj/contract/crops';
import { commonWords } from '#src/platform/names/indexes.ts';
import { tokensOf } from '#src/platform/names/fold.ts';
import { isFiller } from '#src/platform/names/meanings.ts';

interface Reported {
  crop: string | null;
  variety: string;
}

const minLength = 3;

/** Returns whether the word has no other use. A word such as 'Red', 'Local' or 'Jyoti' says nothing. */
function isDistinctive(name: string): boolean {
  return name.length >= minLength && /\p{L}/u.test(name) && !commonWords.has(name) && !isFiller(name);
}

/**
 * Finds the crops that mandis report a variety of, most often reported first, by the words of its name. Names that crops of
 * several categories have in common are left out.
 */
export function varietiesOf(series: readonly Reported[]): Map<string, string[]> {
  const byVariety = Map.groupBy(series, ({ variety }) => variety);
  const byName = Map.groupBy(byVariety, ([variety]) => nameOf(variety));
  const varieties = [...byName].map(([name, spellings]) => {
    const byCrop = Map.groupBy(
      spellings.flatMap(([, reported]) => reported),
      ({ crop }) => crop ?? '',
    );
    const crops = [...byCrop]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .flatMap(([id]) => findCrop(id) ?? []);
    return { name, crops };
  });
  return new Map(
    varieties
      .filter(
        ({ name, crops }) => isDistinctive(name) && new Set(crops.map((crop) => crop.category)).size === 1,
      )
      .map(({ name, crops }) => [name, crops.map(({ id }) => id)]),
  );
}

function nameOf(variety: string): string {
  return tokensOf(variety)
    .map(({ word }) => word)
    .join(' ');
}
