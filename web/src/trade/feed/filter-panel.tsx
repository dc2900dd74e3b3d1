import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { ChipGroup } from '#ui/chip.tsx';
import { SelectField, toOptions } from '#ui/select-field.tsx';
import { Switch } from '#ui/switch.tsx';
import { CategoryChips } from './category-chips.tsx';
import { CropSelect } from './crop-select.tsx';
import type { FilterName, Filters } from './filters.ts';
import { PlaceSelects } from './place-selects.tsx';

export type FilterChange = { [Name in FilterName]?: string | undefined };

interface FilterPanelProps {
  filters: Filters;
  onChange: (change: FilterChange) => void;
  /** The crops screen can be narrowed to one crop as well. */
  hasCrops?: boolean;
}

export function FilterPanel({ filters, onChange, hasCrops = false }: FilterPanelProps) {
  const t = useT();
  return (
    <div className="flex flex-col gap-6">
      <Group title={t.feed.category}>
        <CategoryChips filters={filters} onChange={onChange} layout="wrap" />
      </Group>
      {hasCrops && <CropSelect filters={filters} onChange={onChange} />}
      <PlaceSelects filters={filters} onChange={onChange} />
      <Group title={t.feed.price}>
        <ChipGroup
          label={t.feed.price}
          options={[{ value: '', label: t.feed.anyPrice }, ...toOptions(t.feed.priceRanges)]}
          value={filters.priceRange ?? ''}
          onChange={(priceRange) => onChange({ priceRange })}
        />
      </Group>
      <Group title={t.feed.availability}>
        <ChipGroup
          label={t.feed.availability}
          options={toOptions(t.feed.availabilities)}
          value={filters.availability ?? 'all'}
          onChange={(availability) => onChange({ availability })}
        />
      </Group>
      <Switch
        label={<span className="font-semibold">{t.feed.followingOnly}</span>}
        checked={filters.following === 'true'}
        onChange={(event) => onChange({ following: String(event.target.checked) })}
      />
      <Switch
        label={<span className="font-semibold">{t.feed.organicOnly}</span>}
        checked={filters.organic === 'true'}
        onChange={(event) => onChange({ organic: String(event.target.checked) })}
      />
      <SelectField
        label={t.feed.sort}
        options={toOptions(t.feed.sorts)}
        value={filters.sort ?? 'latest'}
        onChange={(event) => onChange({ sort: event.target.value })}
      />
    </div>
  );
}

/** The title is for the eye; the group of chips carries its own name. */
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
