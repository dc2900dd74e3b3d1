import { useT } from '#i18n/locale.ts';
import { Chip } from '#ui/chip.tsx';
import { changeFilters, type Filters } from './filters.ts';

const everywhere = { near: undefined, within: undefined, state: undefined, district: undefined };
/** "Latest" shows what is new within so many kilometres, not in the whole country. */
const surroundings = '200';

export function nearestEverywhere(filters: Filters): Filters {
  return changeFilters(filters, { ...everywhere, sort: 'nearest' });
}

interface OrderChipsProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

/** One chip shows what is new nearby, the other what is new in all India. Without either, the nearest come first. */
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
