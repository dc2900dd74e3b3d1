import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { countOf, formatCount } from '#lib/format.ts';
import { useSettled } from '#lib/use-time.ts';
import { useChosenPlace } from '#people/place/place.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/dialog.tsx';
import { loadPostTotal, type Total } from './api.ts';
import { FilterPanel } from './filter-panel.tsx';
import { changeFilters, clearFilters, type Filters } from './filters.ts';
import { nearChosen } from './near-first.ts';

export interface FilterSheetProps {
  filters: Filters;
  onApply: (filters: Filters) => void;
  onClose: () => void;
  hasCrops?: boolean | undefined;
  isWanted?: boolean | undefined;
  /** It counts posts unless the caller passes another function. */
  loadTotal?: ((filters: Filters, signal: AbortSignal) => Promise<Total>) | undefined;
}

/** Fetches only the number of results until the choice is applied. */
export function FilterSheet({
  filters,
  onApply,
  onClose,
  hasCrops,
  isWanted = false,
  loadTotal = loadPostTotal,
}: FilterSheetProps) {
  const t = useT('feed');
  const tSearch = useT('search');
  const [draft, setDraft] = useState(filters);
  const chosen = useChosenPlace();
  const settled = useSettled(draft);
  const counted = nearChosen(settled, chosen);
  const { data: total, error } = useQuery({
    queryKey: ['filter-total', isWanted, counted],
    queryFn: ({ signal }) => loadTotal(counted, signal),
    retry: false,
  });
  const isKnown = total !== undefined && !error && settled === draft;
  return (
    <Sheet
      title={t('filters')}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={() => setDraft(clearFilters({ ...draft, sort: undefined }))}>
            {tSearch('clearAll')}
          </Button>
          <Button
            className="min-w-44"
            onClick={() => {
              onApply(draft);
              onClose();
            }}
          >
            <span aria-live="polite">
              {isKnown
                ? tSearch('showCount', { total: countOf(total), shown: formatCount(total) })
                : tSearch('showResults')}
            </span>
          </Button>
        </>
      }
    >
      <FilterPanel
        filters={draft}
        onChange={(change) => setDraft(changeFilters(draft, change))}
        hasCrops={hasCrops}
        isWanted={isWanted}
      />
    </Sheet>
  );
}
