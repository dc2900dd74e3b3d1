import { useCropName } from '#i18n/crop-names.ts';
import { getT, usePlaceName, useT } from '#i18n/locale.ts';
import { useChosenPlace, usePlace } from '#people/place/place.ts';
import { SaveSearchButton } from '#trade/saved-searches/save-search.tsx';
import { Button } from '#ui/button.tsx';
import { RemovableChip } from '#ui/chip.tsx';
import { activeFilters, type ActiveFilter, type FilterChange, type Filters } from './filters.ts';
import { nearChosen } from './near-first.ts';

interface ActiveFiltersProps {
  filters: Filters;
  onChange: (change: FilterChange) => void;
  onClear: () => void;
  /** Only searches for posts on sale can be saved. */
  canSave: boolean;
}

export function ActiveFilters({ filters, onChange, onClear, canSave }: ActiveFiltersProps) {
  const t = useT('search');
  const chosen = useChosenPlace();
  const names = { place: usePlaceName(), crop: useCropName(), ownDistrict: usePlace()?.district };
  // One chip shows the place and the distance together.
  const inUse = activeFilters(filters).filter((name) => name !== 'near' || !filters.within);
  return (
    <div className="-mx-3.5 scroll-row items-center gap-2 px-3.5 empty:hidden md:mx-0 md:flex-wrap md:px-0">
      {inUse.length > 0 && (
        <ul
          aria-label={t('activeFilters')}
          className="flex shrink-0 items-center gap-2 md:shrink md:flex-wrap"
        >
          {inUse.map((name) => {
            const text = filterText(name, filters, names);
            return (
              <li key={name} className="max-w-full shrink-0">
                <RemovableChip
                  removeLabel={t('removeFilter', { name: text })}
                  onRemove={() =>
                    onChange({ [name]: undefined, ...(name === 'within' && { near: undefined }) })
                  }
                >
                  {text}
                </RemovableChip>
              </li>
            );
          })}
          <li className="shrink-0">
            <Button variant="quiet" onClick={onClear}>
              {t('clearAll')}
            </Button>
          </li>
        </ul>
      )}
      {canSave && <SaveSearchButton filters={nearChosen(filters, chosen)} />}
    </div>
  );
}

function filterText(
  name: ActiveFilter,
  filters: Filters,
  names: {
    place: (english: string) => string;
    crop: (english: string) => string;
    ownDistrict: string | undefined;
  },
): string {
  const t = getT('search');
  const tNames = getT('names');
  const district = filters.near?.split(', ')[0] ?? names.ownDistrict;
  const place = district ? names.place(district) : t('yourDistrict');
  const texts: Record<typeof name, string | undefined> = {
    category: filters.category && tNames(`category.${filters.category}`),
    cropType: filters.cropType && names.crop(filters.cropType),
    state: filters.state && names.place(filters.state),
    district: filters.district && names.place(filters.district),
    priceRange: filters.priceRange && `₹${tNames(`priceRanges.${filters.priceRange}`)}`,
    availability: filters.availability && tNames(`availabilities.${filters.availability}`),
    organic: t('organicOnly'),
    following: t('followingOnly'),
    near: t('nearPlace', { place }),
    within: filters.within && t('withinOf', { km: filters.within, place }),
  };
  return texts[name] ?? '';
}
