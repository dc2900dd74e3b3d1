import { useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/dialog.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { changeFilters, clearFilters, type Filters } from './filters.ts';

interface FilterSheetProps {
  filters: Filters;
  onApply: (filters: Filters) => void;
  onClose: () => void;
  hasCrops?: boolean;
  isWanted?: boolean;
}

/** Nothing is fetched until the choice is applied. */
export function FilterSheet({ filters, onApply, onClose, hasCrops, isWanted }: FilterSheetProps) {
  const t = useT('feed');
  const tSearch = useT('search');
  const [draft, setDraft] = useState(filters);
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
            onClick={() => {
              onApply(draft);
              onClose();
            }}
          >
            {tSearch('showResults')}
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
