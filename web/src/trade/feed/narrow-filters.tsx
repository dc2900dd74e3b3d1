import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { lazy, Suspense, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { Chip } from '#ui/chip.tsx';
import { CategoryChips } from './category-chips.tsx';
import { activeFilters, changeFilters, type Filters } from './filters.ts';

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }));

interface NarrowFiltersProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
  hasCrops?: boolean | undefined;
}

/** Phones: the categories at hand in a row, everything else in a sheet. */
export function NarrowFilters({ filters, onFilters, hasCrops }: NarrowFiltersProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const count = activeFilters(filters).length + (filters.sort ? 1 : 0);
  return (
    <>
      <CategoryChips
        filters={filters}
        onChange={(change) => onFilters(changeFilters(filters, change))}
        layout="row"
        before={
          <Chip pressed={count > 0} onPress={() => setOpen(true)}>
            <SlidersHorizontal size={18} aria-hidden />
            {t.feed.filters}
            {count > 0 && ` (${count})`}
          </Chip>
        }
      />
      {isOpen && (
        <Suspense fallback={null}>
          <FilterSheet
            filters={filters}
            onApply={onFilters}
            onClose={() => setOpen(false)}
            hasCrops={hasCrops}
          />
        </Suspense>
      )}
    </>
  );
}
