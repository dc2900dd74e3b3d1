import type { Page } from '@upaj/contract/envelope';

interface State {
  state: { data?: { pages: readonly unknown[] } | undefined; isInvalidated: boolean };
}

// A list of ten pages is refetched page by page, which would take long on a slow connection.
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
