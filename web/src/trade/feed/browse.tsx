import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { loadTexts, useT } from '#i18n/locale.ts';
import { useLoaded } from '#lib/use-loaded.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { Chip } from '#ui/chip.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { CategoryChips } from './category-chips.tsx';
import { activeFilters, changeFilters, clearFilters, type FilterChange, type Filters } from './filters.ts';

interface BrowseProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
  header: ReactNode;
  /** Chips to show beside the filters. */
  chips?: ReactNode;
  /** The order that applies when the user chose none. */
  usualSort?: Filters['sort'];
  hasCrops?: boolean;
  /** Wanted posts have fewer filters. */
  isWanted?: boolean;
  children: ReactNode;
}

/** Not part of the first screen on phones. */
async function loadPanel() {
  const [panel] = await Promise.all([import('./filter-panel.tsx'), loadTexts('search')]);
  return panel;
}

export function Browse(props: BrowseProps) {
  const { filters, onFilters, header, chips, usualSort, hasCrops, isWanted, children } = props;
  const isWide = useMediaQuery('(min-width: 64rem)');
  const panel = useLoaded('filter-panel', loadPanel, isWide);
  const change = (part: FilterChange) => onFilters(changeFilters(filters, part));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[15.5rem_minmax(0,1fr)] lg:gap-x-8 lg:gap-y-6">
      <div className="lg:col-span-2">{header}</div>
      {isWide ? (
        <aside className="sticky top-22 -ml-1 max-h-[calc(100vh-6.5rem)] self-start overflow-y-auto overscroll-contain pr-2 pb-4 pl-1">
          {panel ? (
            <panel.FilterPanel filters={filters} onChange={change} hasCrops={hasCrops} isWanted={isWanted} />
          ) : (
            <Skeleton shape="block" className="h-96" />
          )}
        </aside>
      ) : (
        <NarrowFilters
          filters={filters}
          onFilters={onFilters}
          usualSort={usualSort}
          chips={chips}
          hasCrops={hasCrops}
          isWanted={isWanted}
        />
      )}
      <div className="flex min-w-0 flex-col gap-4">
        {isWide && chips && <div className="flex flex-wrap gap-2">{chips}</div>}
        {(activeFilters(filters).length > 0 || (filters.sort !== usualSort && !filters.q)) && (
          <Suspense fallback={<Skeleton className="h-11 w-48" />}>
            <ActiveFilters
              filters={filters}
              onChange={change}
              onClear={() => onFilters(clearFilters(filters))}
              canSave={!filters.q && !isWanted}
            />
          </Suspense>
        )}
        {children}
      </div>
    </div>
  );
}

const ActiveFilters = lazy(async () => {
  const [chips] = await Promise.all([import('./active-filters.tsx'), loadTexts('search')]);
  return { default: chips.ActiveFilters };
});

const FilterSheet = lazy(async () => {
  const [sheet] = await Promise.all([import('./filter-sheet.tsx'), loadTexts('search')]);
  return { default: sheet.FilterSheet };
});

interface NarrowFiltersProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
  usualSort: Filters['sort'];
  chips: ReactNode;
  hasCrops?: boolean | undefined;
  isWanted?: boolean | undefined;
}

function NarrowFilters({ filters, onFilters, usualSort, chips, hasCrops, isWanted }: NarrowFiltersProps) {
  const t = useT('feed');
  const [isOpen, setOpen] = useState(false);
  const count = activeFilters(filters).length + (filters.sort && filters.sort !== usualSort ? 1 : 0);
  return (
    <>
      <CategoryChips
        filters={filters}
        onChange={(change) => onFilters(changeFilters(filters, change))}
        layout="row"
        before={
          <>
            <Chip pressed={count > 0} onPress={() => setOpen(true)}>
              <SlidersHorizontal size={18} aria-hidden />
              {t('filters')}
              {count > 0 && ` (${count})`}
            </Chip>
            {chips}
          </>
        }
      />
      {isOpen && (
        <Suspense fallback={null}>
          <FilterSheet
            filters={filters}
            onApply={onFilters}
            onClose={() => setOpen(false)}
            hasCrops={hasCrops}
            isWanted={isWanted}
          />
        </Suspense>
      )}
    </>
  );
}

interface ListHeaderProps {
  title: string;
  count: string | null;
  toggle?: ReactNode;
  action?: ReactNode;
}

/** On phones the toggle is beside the title, so that the posts start higher. */
export function ListHeader({ title, count, toggle, action }: ListHeaderProps) {
  return (
    <header className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2 gap-y-1.5 md:gap-y-0.5">
      <h1 className="col-span-2 line-clamp-2 text-title font-bold tracking-tight wrap-anywhere md:col-span-1 md:text-hero">
        {title}
      </h1>
      <div className="-my-1 justify-self-end md:row-span-2 md:my-0">{toggle}</div>
      <p aria-live="polite" className="min-h-6 leading-tight text-soft md:row-start-2">
        {count ?? <Skeleton className="mt-1.5 h-4 w-32" />}
      </p>
      <div className="col-span-2 justify-self-end md:col-span-1 md:col-start-3 md:row-span-2 md:row-start-1">
        {action}
      </div>
    </header>
  );
}

/** Drops unknown states and districts, once the list of places is loaded. */
export function useKnownFilters(filters: Filters): Filters {
  const { state, district, near } = filters;
  const isNeeded = state !== undefined || near !== undefined;
  const places = useLoaded('places', () => import('@upaj/contract/places'), isNeeded);
  if (!places) return filters;
  if (near && !places.findDistrict(near)) return changeFilters(filters, { near: undefined });
  if (!state) return filters;
  if (!places.isState(state)) return changeFilters(filters, { state: undefined });
  if (district && !places.districtsOf(state).includes(district))
    return changeFilters(filters, { district: undefined });
  return filters;
}
