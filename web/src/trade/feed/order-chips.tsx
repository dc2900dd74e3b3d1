import { useT } from '#i18n/locale.ts';
import { Chip } from '#ui/chip.tsx';
import { changeFilters, type Filters } from './filters.ts';

const everywhere = { near: undefined, within: undefined, state: undefined, district: undefined };
/** "Latest" shows new posts within this many kilometres, not in the whole country. */
const surroundings = '200';

export function nearestEverywhere(filters: Filters): Filters {
  return changeFilters(filters, { ...everywhere, sort: 'nearest' });
}

interface OrderChipsProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

/**
 * One chip shows new posts nearby, the other new posts in all India. If neither is chosen, the nearest come first.
 */
export function OrderChips({ filters, onFilters }: OrderChipsProps) {
  const t = useT('feed');
  const tNames = useT('names');
  const isLatest = !filters.sort && filters.within !== undefined;
  const isAllIndia = !filters.sort && !filters.within && !filters.state;
  const show = (within?: string) =>
    onFilters(changeFilters(filters, { ...everywhere, sort: undefined, within }));
  const showNearest = () => onFilters(nearestEverywhere(filters));
  return (
    <>
      <Chip pressed={isAllIndia} onPress={isAllIndia ? showNearest : () => show()}>
        {t('allIndia')}
      </Chip>
      <Chip pressed={isLatest} onPress={isLatest ? showNearest : () => show(surroundings)}>
        {tNames('sorts.latest')}
      </Chip>
    </>
  );
}
