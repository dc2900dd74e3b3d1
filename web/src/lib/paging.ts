import type { Page } from '@upaj/contract/envelope';

interface State {
  state: { data?: { pages: readonly unknown[] } | undefined; isInvalidated: boolean };
}

// Asking for ten pages again, one after the other, would move the list under the reader and cost a weak line dear.
const isCheap = ({ state }: State): boolean => state.isInvalidated || (state.data?.pages.length ?? 0) <= 1;

/** How a list goes on, for every list that is paged by `page.nextCursor`. */
export const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ page }: { page: Page }) => page.nextCursor ?? undefined,
  refetchOnMount: isCheap,
  refetchOnReconnect: isCheap,
};
