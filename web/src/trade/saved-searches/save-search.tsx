import { savedQueryOf } from '@upaj/contract/trade/saved-query';
import { lazy, Suspense } from 'react';
import { loadTexts } from '#i18n/locale.ts';
import type { Filters } from '#trade/feed/filters.ts';
import { Skeleton } from '#ui/loading.tsx';

// The toggle loads later because a list without filters does not need it.
const Toggle = lazy(async () => {
  const [toggle] = await Promise.all([import('./save-search-toggle.tsx'), loadTexts('saved')]);
  return { default: toggle.SaveSearchToggle };
});

interface SaveSearchButtonProps {
  filters: Filters;
  /** Empty lists show an explanation with the button. */
  isExplained?: boolean;
}

/** Shows nothing if there are no filters that can be saved. */
export function SaveSearchButton({ filters, isExplained }: SaveSearchButtonProps) {
  const query = savedQueryOf({ ...filters });
  if (Object.keys(query).length === 0) return null;
  return (
    <Suspense fallback={<Skeleton className="h-11 w-36" />}>
      <Toggle query={query} isExplained={isExplained} />
    </Suspense>
  );
}
