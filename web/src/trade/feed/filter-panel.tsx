import type { ReactNode } from 'react';
import { textGroup, useLocale, useT } from '#i18n/locale.ts';
import { nameOfCrop, useCrops } from '#i18n/crop-names.ts';
import { ChipGroup } from '#ui/chip.tsx';
import { SelectField, toOptions } from '#ui/select-field.tsx';
import { Switch } from '#ui/switch.tsx';
import { CategoryChips } from './category-chips.tsx';
import { sortOptions, type FilterChange, type Filters } from './filters.ts';
import { NearGroup } from './near-group.tsx';
import { PlaceSelects } from './place-selects.tsx';

interface FilterPanelProps {
  filters: Filters;
  onChange: (change: FilterChange) => void;
  hasCrops?: boolean;
  isWanted?: boolean;
}

export function FilterPanel({ filters, onChange, hasCrops = false, isWanted = false }: FilterPanelProps) {
  const t = useT('feed');
  const tSearch = useT('search');
  return (
    <div className="flex flex-col gap-6">
      <SelectField
        label={t('sort')}
        options={sortOptions(isWanted)}
        value={filters.sort ?? 'latest'}
        onChange={(event) => onChange({ sort: event.target.value })}
      />
      <Group title={t('category')}>
        <CategoryChips filters={filters} onChange={onChange} layout="wrap" />
      </Group>
      {hasCrops && <CropSelect filters={filters} onChange={onChange} />}
      <PlaceSelects filters={filters} onChange={onChange} />
      <Group title={tSearch('near')}>
        <NearGroup filters={filters} onChange={onChange} />
      </Group>
      <Group title={tSearch('price')}>
        <ChipGroup
          label={tSearch('price')}
          options={[
            { value: '', label: tSearch('anyPrice') },
            ...toOptions(textGroup('names', 'priceRanges')),
          ]}
          value={filters.priceRange ?? ''}
          onChange={(priceRange) => onChange({ priceRange })}
        />
      </Group>
      {!isWanted && (
        <Group title={tSearch('availability')}>
          <ChipGroup
            label={tSearch('availability')}
            options={toOptions(textGroup('names', 'availabilities'))}
            value={filters.availability ?? 'all'}
            onChange={(availability) => onChange({ availability })}
          />
        </Group>
      )}
      <Switch
        label={<span className="font-semibold">{tSearch('followingOnly')}</span>}
        checked={filters.following === 'true'}
        onChange={(event) => onChange({ following: String(event.target.checked) })}
      />
      {!isWanted && (
        <Switch
          label={<span className="font-semibold">{tSearch('organicOnly')}</span>}
          checked={filters.organic === 'true'}
          onChange={(event) => onChange({ organic: String(event.target.checked) })}
        />
      )}
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <span aria-hidden className="font-semibold">
        {title}
      </span>
      {children}
    </div>
  );
}

interface Props {
  filters: Filters;
  onChange: (change: { cropType: string }) => void;
}

function CropSelect({ filters, onChange }: Props) {
  const t = useT('search');
  const locale = useLocale();
  const crops = useCrops()?.crops;
  const { category, cropType } = filters;
  const known = (crops ?? [])
    .filter((crop) => !category || crop.category === category)
    .map((crop) => ({ value: crop.en, label: nameOfCrop(crop, locale) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
  // The address may name a crop that a seller typed.
  const isListed = !cropType || known.some(({ value }) => value === cropType);
  return (
    <SelectField
      label={t('cropType')}
      placeholder={t('allCrops')}
      options={isListed ? known : [{ value: cropType, label: cropType }, ...known]}
      value={cropType ?? ''}
      onChange={(event) => onChange({ cropType: event.target.value })}
    />
  );
}
