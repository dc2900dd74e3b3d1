import type { Catalogue } from '#i18n/catalogue.ts';
import { usePlaceName, useT } from '#i18n/locale.ts';
import { useCropName } from '#lib/use-crop-name.ts';
import { Button } from '#ui/button.tsx';
import { RemovableChip } from '#ui/chip.tsx';
import { activeFilters, type FilterName, type Filters } from './filters.ts';
import type { FilterChange } from './filter-panel.tsx';

interface ActiveFiltersProps {
  filters: Filters;
  onChange: (change: FilterChange) => void;
  onClear: () => void;
}

export function ActiveFilters({ filters, onChange, onClear }: ActiveFiltersProps) {
  const t = useT();
  const names = { place: usePlaceName(), crop: useCropName() };
  const inUse = activeFilters(filters);
  if (inUse.length === 0) return null;
  return (
    <ul aria-label={t.feed.activeFilters} className="flex flex-wrap items-center gap-2">
      {inUse.map((name) => {
        const text = filterText(name, filters, t, names);
        return (
          <li key={name} className="min-w-0">
            <RemovableChip
              removeLabel={t.feed.removeFilter(text)}
              onRemove={() => onChange({ [name]: undefined })}
            >
              {text}
            </RemovableChip>
          </li>
        );
      })}
      <li>
        <Button variant="quiet" onClick={onClear}>
          {t.feed.clearAll}
        </Button>
      </li>
    </ul>
  );
}

function filterText(
  name: Exclude<FilterName, 'sort'>,
  filters: Filters,
  t: Catalogue,
  names: { place: (english: string) => string; crop: (english: string) => string },
): string {
  const texts: Record<typeof name, string | undefined> = {
    category: filters.category && t.names.category[filters.category],
    cropType: filters.cropType && names.crop(filters.cropType),
    state: filters.state && names.place(filters.state),
    district: filters.district && names.place(filters.district),
    priceRange: filters.priceRange && `₹${t.feed.priceRanges[filters.priceRange]}`,
    availability: filters.availability && t.feed.availabilities[filters.availability],
    organic: t.feed.organicOnly,
    following: t.feed.followingOnly,
    q: filters.q && t.feed.searchFor(filters.q),
  };
  return texts[name] ?? '';
}
