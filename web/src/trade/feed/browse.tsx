import type { ReactNode } from 'react';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { ActiveFilters } from './active-filters.tsx';
import { FilterPanel, type FilterChange } from './filter-panel.tsx';
import { changeFilters, clearFilters, type Filters } from './filters.ts';
import { NarrowFilters } from './narrow-filters.tsx';

interface BrowseProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
  header: ReactNode;
  hasCrops?: boolean;
  /** The list. */
  children: ReactNode;
}

/** A list with what narrows it: beside it on a wide screen, above it and in a sheet on a phone. */
export function Browse({ filters, onFilters, header, hasCrops, children }: BrowseProps) {
  const isWide = useMediaQuery('(min-width: 64rem)');
  const change = (part: FilterChange) => onFilters(changeFilters(filters, part));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[15.5rem_minmax(0,1fr)] lg:gap-x-8 lg:gap-y-6">
      <div className="lg:col-span-2">{header}</div>
      {isWide ? (
        <aside className="sticky top-22 -ml-1 max-h-[calc(100vh-6.5rem)] self-start overflow-y-auto overscroll-contain pr-2 pb-4 pl-1">
          <FilterPanel filters={filters} onChange={change} hasCrops={hasCrops} />
        </aside>
      ) : (
        <NarrowFilters filters={filters} onFilters={onFilters} hasCrops={hasCrops} />
      )}
      <div className="flex min-w-0 flex-col gap-4">
        <ActiveFilters filters={filters} onChange={change} onClear={() => onFilters(clearFilters(filters))} />
        {children}
      </div>
    </div>
  );
}
