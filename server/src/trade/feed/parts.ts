import { limits } from '@upaj/contract/limits';
import { noCounts, type Counts, type Source } from '#src/trade/lists/cursor.ts';
import type { ListFilter, ListRequest } from '#src/trade/lists/filter.ts';
import type { FeedRow, FeedStore } from './store.ts';

export interface ListedRow extends FeedRow {
  source: Source;
  isAvailable: boolean;
}

interface Part {
  isOther: boolean;
  isAvailable: boolean;
  filter: ListFilter;
}

/**
 * Returns the parts of a list in their order. In a search for a crop, other posts with its words can follow the posts
 * of the crop.
 */
function partsOf({ otherwise, ...filter }: ListFilter): Part[] {
  const { cropKeys = [], ...others } = filter;
  const halves = filter.isAvailable === undefined ? [true, false] : [filter.isAvailable];
  return halves.flatMap((isAvailable) => [
    { isOther: false, isAvailable, filter },
    ...(otherwise
      ? [{ isOther: true, isAvailable, filter: { ...others, exceptCropKeys: cropKeys, words: otherwise } }]
      : []),
  ]);
}

/** Reads available posts first, then sold-out ones. The first query with a filter also counts its posts. */
export async function readRows(
  store: Pick<FeedStore, 'findPage'>,
  request: ListRequest,
  knownCounts: Counts | undefined,
): Promise<{ rows: ListedRow[]; counts: Counts | undefined }> {
  const { filter, cursor, limit } = request;
  const parts = partsOf(filter);
  const start = cursor
    ? parts.findIndex(
        ({ isOther, isAvailable }) =>
          isOther === (cursor.source === 'otherwise') && isAvailable === cursor.isAvailable,
      )
    : 0;
  let hasOthers = cursor ? cursor.source === 'wide' || cursor.source === 'otherwise' : knownCounts?.isWide;
  const counted = new Set(knownCounts ? [false, true] : []);
  let counts: Counts | undefined;
  const rows: ListedRow[] = [];
  for (const [index, part] of parts.slice(Math.max(start, 0)).entries()) {
    const { isOther, isAvailable } = part;
    if (isOther && !hasOthers) continue;
    const isCounted = counted.has(isOther);
    if (rows.length > limit && isCounted) break;
    // Only fresh counts can say that there are no sold-out posts: a cursor's counts may be old.
    if (isCounted && !isAvailable && !cursor && (knownCounts ?? counts)?.soldOut === 0) continue;
    const found = await store.findPage(
      {
        ...request,
        filter: { ...part.filter, isAvailable },
        cursor: index === 0 ? cursor : undefined,
        limit: Math.max(limit - rows.length, 0),
      },
      isCounted ? undefined : part.filter,
    );
    counted.add(isOther);
    if (found.counts) {
      hasOthers ||=
        filter.otherwise !== undefined &&
        !isOther &&
        found.counts.available + found.counts.soldOut <= limits.page.max;
      counts = add(counts ?? noCounts, found.counts);
    }
    const source = isOther ? 'otherwise' : hasOthers ? 'wide' : 'filter';
    if (rows.length <= limit)
      rows.push(...found.rows.map((row) => ({ ...row, source, isAvailable }) as const));
  }
  return { rows, counts: counts && { ...counts, ...(hasOthers && { isWide: true }) } };
}

function add(a: Counts, b: Counts): Counts {
  const sum = (one: number, other: number) => Math.min(one + other, limits.page.countedTo + 1);
  return { available: sum(a.available, b.available), soldOut: sum(a.soldOut, b.soldOut) };
}
