/** Returns the runs of three characters, also those at the ends. */
export const trigramsOf = (sound: string): Set<string> => {
  const padded = `  ${sound} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, i) => padded.slice(i, i + 3)));
};

export function group<V>(entries: Iterable<V>, keysOf: (entry: V) => Iterable<string>): Map<string, V[]> {
  const grouped = new Map<string, V[]>();
  for (const entry of entries)
    for (const key of keysOf(entry)) {
      const values = grouped.get(key);
      if (values) values.push(entry);
      else grouped.set(key, [entry]);
    }
  return grouped;
}

/** Finds the first of the sorted keys that is not before the key. */
function indexOf(sorted: readonly string[], key: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const startingWith = (sorted: readonly string[], prefix: string) =>
  sorted.slice(indexOf(sorted, prefix), indexOf(sorted, `${prefix}\uffff`));

/** Returns the names with the least distance, each within its limit. */
export function nearest<N>(
  names: readonly N[],
  distanceOf: (name: N, limit: number) => number,
  limitOf: (name: N) => number,
): N[] {
  let least = Infinity;
  let found: N[] = [];
  for (const name of names) {
    const limit = Math.min(least, limitOf(name));
    if (limit === 0) continue;
    const distance = distanceOf(name, limit);
    if (distance > limit) continue;
    if (distance < least) found = [];
    least = distance;
    found.push(name);
  }
  return found;
}
