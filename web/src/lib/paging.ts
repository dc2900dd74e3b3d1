import type { Page } from '@upaj/contract/envelope';

interface State {
  state: { data?: { pages: readonly unknown[] } | undefined; isInvalidated: boolean };
}

/**
 * Returns true if at most one page is loaded, or the data is known to be stale. Ten pages would be refetched one after
 * the other, which takes long on a slow connection.
 */
const isCheap = ({ state }: State): boolean => state.isInvalidated || (state.data?.pages.length ?? 0) <= 1;

/** Options of infinite queries that are paged by `page.nextCursor`. */
export const cursorPaging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ page }: { page: Pick<Page, 'nextCursor'> }) => page.nextCursor ?? undefined,
};

/** Returns the `initialData` of an infinite query. */
export function toFirstPage<Page>(page: Page | undefined) {
  return page && { pages: [page], pageParams: [undefined] };
}

/** Options of lists that are not refetched while many pages are loaded. */
export const paging = {
  ...cursorPaging,
  refetchOnMount: isCheap,
  refetchOnReconnect: isCheap,
};
