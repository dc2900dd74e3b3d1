import MapPin from 'lucide-react/icons/map-pin';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { useLoaded } from '#lib/use-loaded.ts';
import { usePlaceOptions } from '#i18n/place-options.ts';
import { Chip } from '#ui/chip.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { joinLocation, splitLocation } from './location.ts';

interface PlacePickerProps {
  location: string;
  onChange: (location: string) => void;
  own: string | undefined;
  needsDistrict?: boolean;
  action?: ReactNode;
}

export function PlacePicker({ location, onChange, own, needsDistrict = false, action }: PlacePickerProps) {
  const tCommon = useT('common');
  const t = useT('market');
  const toOptions = usePlaceOptions();
  const places = useLoaded('places', () => import('@upaj/contract/places'));
  const { state, district } = splitLocation(location);
  // The chosen place is an option even before the list is loaded.
  const options = (names: readonly string[] | undefined, chosen: string | undefined) =>
    toOptions(names ?? (chosen ? [chosen] : []));
  const inState = needsDistrict ? (district ? undefined : t('chooseDistrict')) : t('wholeState');
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <div className="grid min-w-0 max-w-[36rem] flex-1 basis-72 grid-cols-2 gap-3">
        <SelectField
          label={t('state')}
          options={options(places?.states, state)}
          placeholder={state ? undefined : places ? t('chooseState') : tCommon('loading')}
          value={state}
          onChange={(event) => onChange(event.target.value)}
        />
        <SelectField
          label={t('district')}
          placeholder={state ? inState : t('stateFirst')}
          options={options(places?.districtsOf(state), district)}
          value={district ?? ''}
          onChange={(event) => onChange(joinLocation({ state, district: event.target.value }))}
        />
      </div>
      <div className="flex flex-wrap gap-2 pb-0.5 empty:hidden">
        {action}
        {own && own !== location && (
          <Chip pressed={false} onPress={() => onChange(own)}>
            <MapPin size={18} aria-hidden />
            {t('myDistrict')}
          </Chip>
        )}
      </div>
    </div>
  );
}
