import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { loadTexts, useT } from '#i18n/locale.ts';
import { useLoaded } from '#lib/use-loaded.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { Chip, SelectChip } from '#ui/chip.tsx';
import { cx } from '#ui/cx.ts';
import { Skeleton } from '#ui/loading.tsx';
import type { FilterSheetProps } from './filter-sheet.tsx';
import { CategoryChips } from './category-chips.tsx';
import {
  activeFilters,
  changeFilters,
  clearFilters,
  sortOptions,
  type FilterChange,
  type Filters,
} from './filters.ts';

interface BrowseProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
  header: ReactNode;
  chips?: ReactNode;
  /** This order applies if the user chose none. */
  usualSort?: Filters['sort'];
  hasCrops?: boolean;
  /** Wanted posts have fewer filters. */
  isWanted?: boolean;
  loadTotal?: FilterSheetProps['loadTotal'];
  children: ReactNode;
}

/** The panel loads later because phones do not show it on the first screen. */
async function loadPanel() {
  const [panel] = await Promise.all([import('./filter-panel.tsx'), loadTexts('search')]);
  return panel;
}

export function Browse(props: BrowseProps) {
  const { filters, onFilters, header, chips, usualSort, hasCrops, isWanted, loadTotal, children } = props;
  const isWide = useMediaQuery('(min-width: 64rem)');
  const panel = useLoaded('filter-panel', loadPanel, isWide);
  const change = (part: FilterChange) => onFilters(changeFilters(filters, part));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 md:gap-2 lg:grid-cols-[15.5rem_minmax(0,1fr)] lg:gap-x-8 lg:gap-y-6">
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
          loadTotal={loadTotal}
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

type NarrowFiltersProps = Pick<
  BrowseProps,
  'filters' | 'onFilters' | 'usualSort' | 'chips' | 'hasCrops' | 'isWanted' | 'loadTotal'
>;

function NarrowFilters({ filters, onFilters, usualSort, chips, ...sheet }: NarrowFiltersProps) {
  const t = useT('feed');
  const [isOpen, setOpen] = useState(false);
  const count = activeFilters(filters).length;
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
            <SelectChip
              label={t('sort')}
              icon={<ArrowUpDown size={18} aria-hidden />}
              options={sortOptions(sheet.isWanted)}
              value={filters.sort ?? 'latest'}
              onChange={(sort) => onFilters(changeFilters(filters, { sort }))}
              isChosen={filters.sort !== undefined && filters.sort !== usualSort}
              // The label can be short because the chips beside it name the usual order.
              isShort={Boolean(chips)}
            />
            {chips}
          </>
        }
      />
      {isOpen && (
        <Suspense fallback={null}>
          <FilterSheet filters={filters} onApply={onFilters} onClose={() => setOpen(false)} {...sheet} />
        </Suspense>
      )}
    </>
  );
}

interface ListHeaderProps {
  title: string;
  isTitleLong?: boolean;
  count: string | null;
  toggle?: ReactNode;
  action?: ReactNode;
}

/** On phones a long title takes one line of the full width, so that the posts start high. */
export function ListHeader({ title, isTitleLong = false, count, toggle, action }: ListHeaderProps) {
  return (
    <header className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-1 md:gap-x-2 md:gap-y-0.5">
      <h1
        className={cx(
          'col-start-1 row-start-1 text-lead font-bold tracking-tight md:col-span-1 md:text-hero',
          isTitleLong ? 'col-span-3 truncate' : 'line-clamp-2',
        )}
      >
        {title}
      </h1>
      <p
        aria-live="polite"
        className="col-start-1 row-start-2 min-h-5 text-note leading-5! text-soft md:min-h-6 md:text-base md:leading-6!"
      >
        {count ?? <Skeleton className="mt-0.5 h-4 w-24" />}
      </p>
      <div
        className={cx(
          'col-start-2 -ml-1.5 md:row-span-2 md:row-start-1 md:ml-0',
          isTitleLong ? 'row-start-2 -my-3 md:my-0' : 'row-span-2 row-start-1',
        )}
      >
        {toggle}
      </div>
      <div className="col-start-3 row-span-2 row-start-1 empty:hidden">{action}</div>
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
