import { findCrop } from '@upaj/contract/catalogue';
import { commonWords } from '#src/platform/names/indexes.ts';
import { tokensOf } from '#src/platform/names/fold.ts';
import { isFiller } from '#src/platform/names/meanings.ts';

interface Reported {
  crop: string | null;
  variety: string;
}

const minLength = 3;

/** Returns whether the name means a variety in a search. Words such as 'Red', 'Local' or 'Jyoti' may mean anything. */
function isDistinctive(name: string): boolean {
  return name.length >= minLength && /\p{L}/u.test(name) && !commonWords.has(name) && !isFiller(name);
}

/**
 * Maps the words of a variety's name to the crops of which mandis report it, the most often reported first. Names that
 * crops of several categories share are left out.
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
