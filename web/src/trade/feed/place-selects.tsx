import { useT } from '#i18n/locale.ts';
import { useLoaded } from '#lib/use-loaded.ts';
import { usePlaceOptions } from '#i18n/place-options.ts';
import { SelectField } from '#ui/select-field.tsx';
import type { Filters } from './filters.ts';

interface Props {
  filters: Pick<Filters, 'state' | 'district'>;
  onChange: (change: { state?: string; district?: string }) => void;
  labels?: { state: string; district: string };
}

export function PlaceSelects({ filters, onChange, labels }: Props) {
  const t = useT('search');
  const toOptions = usePlaceOptions();
  const places = useLoaded('places', () => import('@upaj/contract/places'));
  // The chosen place is an option even before the list is loaded.
  const options = (names: readonly string[] | undefined, chosen: string | undefined) =>
    toOptions(names ?? (chosen ? [chosen] : []));

  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label={labels?.state ?? t('state')}
        placeholder={t('allStates')}
        options={options(places?.states, filters.state)}
        value={filters.state ?? ''}
        onChange={(event) => onChange({ state: event.target.value })}
      />
      <SelectField
        label={labels?.district ?? t('district')}
        placeholder={t('allDistricts')}
        options={filters.state ? options(places?.districtsOf(filters.state), filters.district) : []}
        value={filters.district ?? ''}
        disabled={!filters.state}
        onChange={(event) => onChange({ district: event.target.value })}
      />
    </div>
  );
}
