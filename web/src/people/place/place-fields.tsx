import { districtsOf, states } from '@upaj/contract/places';
import type { ComponentProps } from 'react';
import { useT } from '#i18n/locale.ts';
import { usePlaceOptions } from '#i18n/place-options.ts';
import { SelectField } from '#ui/select-field.tsx';

type Select = Omit<ComponentProps<typeof SelectField>, 'label' | 'options' | 'placeholder'>;

/** The lists of states and of the districts of the chosen state. */
export function PlaceFields({
  chosen,
  state,
  district,
}: {
  chosen: string;
  state: Select;
  district: Select;
}) {
  const t = useT('place');
  const options = usePlaceOptions();
  return (
    <div className="grid items-start gap-4 min-[22rem]:grid-cols-2">
      <SelectField label={t('state')} placeholder={t('choose')} options={options(states)} {...state} />
      <SelectField
        label={t('district')}
        placeholder={t('choose')}
        options={options(districtsOf(chosen))}
        disabled={!chosen}
        {...district}
      />
    </div>
  );
}
