import { useTexts } from '#i18n/locale.ts';
import { ChipGroup } from '#ui/chip.tsx';
import { SelectField, toOptions } from '#ui/select-field.tsx';
import type { RateFilters } from './api.ts';

interface RateToolsProps {
  filters: RateFilters;
  onChange: (change: { trend?: string; sort?: string }) => void;
}

/** By which trend the rates are narrowed, and in which order they stand. */
export function RateTools({ filters, onChange }: RateToolsProps) {
  const texts = useTexts('market');
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 max-md:w-full">
        <ChipGroup
          label={texts.trend}
          layout="row"
          options={toOptions(texts.trends)}
          value={filters.trend ?? ''}
          onChange={(trend) => onChange({ trend })}
        />
      </div>
      <div className="w-56 max-md:w-full">
        <SelectField
          label={texts.sort}
          options={toOptions(texts.sorts)}
          value={filters.sort ?? 'name'}
          onChange={(event) => onChange({ sort: event.target.value === 'name' ? '' : event.target.value })}
        />
      </div>
    </div>
  );
}
