import { useLocale, usePlaceName, useT } from '#i18n/locale.ts';
import { useLoaded } from '#lib/use-loaded.ts';
import { SelectField, type SelectOption } from '#ui/select-field.tsx';
import type { Filters } from './filters.ts';

interface Props {
  filters: Filters;
  onChange: (change: { state?: string; district?: string }) => void;
}

/** The district waits for its state. */
export function PlaceSelects({ filters, onChange }: Props) {
  const t = useT();
  const placeName = usePlaceName();
  const locale = useLocale();
  const places = useLoaded('places', () => import('@upaj/contract/places'));
  // What is chosen is offered even before the list has come, so that the select can show it.
  const options = (names: readonly string[] | undefined, chosen: string | undefined): SelectOption[] =>
    (names ?? (chosen ? [chosen] : []))
      .map((name) => ({ value: name, label: placeName(name) }))
      .sort((a, b) => a.label.localeCompare(b.label, locale));

  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label={t.feed.state}
        placeholder={t.feed.allStates}
        options={options(places?.states, filters.state)}
        value={filters.state ?? ''}
        onChange={(event) => onChange({ state: event.target.value })}
      />
      <SelectField
        label={t.feed.district}
        placeholder={t.feed.allDistricts}
        options={filters.state ? options(places?.districtsOf(filters.state), filters.district) : []}
        value={filters.district ?? ''}
        disabled={!filters.state}
        onChange={(event) => onChange({ district: event.target.value })}
      />
    </div>
  );
}
