import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { getT, usePlaceName, useT } from '#i18n/locale.ts';
import { useCropName } from '#i18n/crop-names.ts';
import { useLoaded } from '#lib/use-loaded.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { Button } from '#ui/button.tsx';
import { Chip, RemovableChip } from '#ui/chip.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { SaveSearchButton } from '#trade/saved-searches/save-search.tsx';
import { CategoryChips, FilterPanel, type FilterChange } from './filter-panel.tsx';
import { activeFilters, changeFilters, clearFilters, type FilterName, type Filters } from './filters.ts';

interface BrowseProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
  header: ReactNode;
  hasCrops?: boolean;
  /** Wanted posts have fewer filters. */
  isWanted?: boolean;
  children: ReactNode;
}

export function Browse({ filters, onFilters, header, hasCrops, isWanted, children }: BrowseProps) {
  const isWide = useMediaQuery('(min-width: 64rem)');
  const change = (part: FilterChange) => onFilters(changeFilters(filters, part));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[15.5rem_minmax(0,1fr)] lg:gap-x-8 lg:gap-y-6">
      <div className="lg:col-span-2">{header}</div>
      {isWide ? (
        <aside className="sticky top-22 -ml-1 max-h-[calc(100vh-6.5rem)] self-start overflow-y-auto overscroll-contain pr-2 pb-4 pl-1">
          <FilterPanel filters={filters} onChange={change} hasCrops={hasCrops} isWanted={isWanted} />
        </aside>
      ) : (
        <NarrowFilters filters={filters} onFilters={onFilters} hasCrops={hasCrops} isWanted={isWanted} />
      )}
      <div className="flex min-w-0 flex-col gap-4">
        <div className="flex flex-wrap items-center gap-2 empty:hidden">
          <ActiveFilters
            filters={filters}
            onChange={change}
            onClear={() => onFilters(clearFilters(filters))}
          />
          <SaveSearchButton filters={filters} />
        </div>
        {children}
      </div>
    </div>
  );
}

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }));

interface NarrowFiltersProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
  hasCrops?: boolean | undefined;
  isWanted?: boolean | undefined;
}

function NarrowFilters({ filters, onFilters, hasCrops, isWanted }: NarrowFiltersProps) {
  const t = useT('feed');
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
            {t('filters')}
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
            isWanted={isWanted}
          />
        </Suspense>
      )}
    </>
  );
}

interface ActiveFiltersProps {
  filters: Filters;
  onChange: (change: FilterChange) => void;
  onClear: () => void;
}

function ActiveFilters({ filters, onChange, onClear }: ActiveFiltersProps) {
  const t = useT('feed');
  const names = { place: usePlaceName(), crop: useCropName() };
  const inUse = activeFilters(filters);
  if (inUse.length === 0) return null;
  return (
    <ul aria-label={t('activeFilters')} className="flex flex-wrap items-center gap-2">
      {inUse.map((name) => {
        const text = filterText(name, filters, names);
        return (
          <li key={name} className="min-w-0">
            <RemovableChip
              removeLabel={t('removeFilter', { name: text })}
              onRemove={() => onChange({ [name]: undefined })}
            >
              {text}
            </RemovableChip>
          </li>
        );
      })}
      <li>
        <Button variant="quiet" onClick={onClear}>
          {t('clearAll')}
        </Button>
      </li>
    </ul>
  );
}

function filterText(
  name: Exclude<FilterName, 'sort'>,
  filters: Filters,
  names: { place: (english: string) => string; crop: (english: string) => string },
): string {
  const t = getT('feed');
  const tNames = getT('names');
  const texts: Record<typeof name, string | undefined> = {
    category: filters.category && tNames(`category.${filters.category}`),
    cropType: filters.cropType && names.crop(filters.cropType),
    state: filters.state && names.place(filters.state),
    district: filters.district && names.place(filters.district),
    priceRange: filters.priceRange && `₹${tNames(`priceRanges.${filters.priceRange}`)}`,
    availability: filters.availability && tNames(`availabilities.${filters.availability}`),
    organic: t('organicOnly'),
    following: t('followingOnly'),
    q: filters.q && t('searchFor', { words: filters.q }),
  };
  return texts[name] ?? '';
}

interface ListHeaderProps {
  title: string;
  count: string | null;
  action?: ReactNode;
}

export function ListHeader({ title, count, action }: ListHeaderProps) {
  return (
    <header className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5 md:gap-y-0.5">
      <h1 className="col-span-2 text-title font-bold tracking-tight md:col-span-1 md:text-hero">{title}</h1>
      <p aria-live="polite" className="min-h-6 text-soft md:row-start-2">
        {count ?? <Skeleton className="mt-1.5 h-4 w-32" />}
      </p>
      <div className="md:row-span-2">{action}</div>
    </header>
  );
}

/** Drops unknown states and districts, once the list of places is loaded. */
export function useKnownFilters(filters: Filters): Filters {
  const { state, district } = filters;
  const places = useLoaded('places', () => import('@upaj/contract/places'), state !== undefined);
  if (!state || !places) return filters;
  if (!places.isState(state)) return changeFilters(filters, { state: undefined });
  if (district && !places.districtsOf(state).includes(district))
    return changeFilters(filters, { district: undefined });
  return filters;
}
