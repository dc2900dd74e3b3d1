import ChevronDown from 'lucide-react/icons/chevron-down';
import MapPin from 'lucide-react/icons/map-pin';
import { useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { joinLocation, splitLocation, useLocationName } from '#mandi/market-page/location.ts';
import { usePlace } from '#people/place/place.ts';
import { Chip, ChipGroup } from '#ui/chip.tsx';
import { distances, type FilterChange, type Filters } from './filters.ts';
import { PlaceSelects } from './place-selects.tsx';

interface NearGroupProps {
  filters: Filters;
  onChange: (change: FilterChange) => void;
}

export function NearGroup({ filters, onChange }: NearGroupProps) {
  const t = useT('search');
  const locationName = useLocationName();
  const ownPlace = usePlace();
  const own = ownPlace && joinLocation(ownPlace);
  const [isChanging, setChanging] = useState(false);
  const [state, setState] = useState<string>();
  const { near } = filters;
  const from = near ?? own;
  const place = state === undefined ? splitLocation(near ?? '') : { state };

  const choose = (change: { state?: string; district?: string }) => {
    if (change.state !== undefined) return setState(change.state);
    setState(undefined);
    const chosen = change.district && joinLocation({ ...place, district: change.district });
    onChange({ near: chosen === own ? undefined : chosen });
  };
  return (
    <div className="flex flex-col gap-3">
      {from ? (
        <div className="flex flex-wrap gap-2">
          <Chip pressed={isChanging} onPress={() => setChanging(!isChanging)}>
            <MapPin size={18} aria-hidden />
            <span className="truncate">{locationName(from)}</span>
            <ChevronDown size={18} aria-hidden />
          </Chip>
          {near && own && (
            <Chip pressed={false} onPress={() => onChange({ near: undefined })}>
              {t('nearOwn')}
            </Chip>
          )}
        </div>
      ) : (
        <p className="text-note text-soft">{t('nearHint')}</p>
      )}
      {(isChanging || !from) && (
        <PlaceSelects
          filters={place}
          onChange={choose}
          labels={{ state: t('nearState'), district: t('nearDistrict') }}
        />
      )}
      {from && (
        <ChipGroup
          label={t('distance')}
          options={[
            { value: '', label: t('anyDistance') },
            ...distances.map((km) => ({ value: km, label: t('km', { km }) })),
          ]}
          value={filters.within ?? ''}
          onChange={(within) => onChange({ within })}
        />
      )}
    </div>
  );
}
