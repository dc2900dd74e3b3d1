import type { Source } from '@upaj/contract/mandi/market-page';
import type { ReactNode } from 'react';
import { textGroup, useT } from '#i18n/locale.ts';
import { ChipGroup } from '#ui/chip.tsx';
import { SelectField, toOptions } from '#ui/select-field.tsx';
import type { RateFilters } from './api.ts';

interface RateToolsProps {
  filters: RateFilters;
  onChange: (change: { trend?: string; sort?: string }) => void;
  unitSwitch: ReactNode;
}

export function RateTools({ filters, onChange, unitSwitch }: RateToolsProps) {
  const t = useT('market');
  const { all, ...trends } = textGroup('market', 'trends');
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <div className="mr-auto min-w-0 max-xl:w-full">
        <ChipGroup
          label={t('trend')}
          layout="row"
          options={[{ value: '', label: all }, ...toOptions(trends)]}
          value={filters.trend ?? ''}
          onChange={(trend) => onChange({ trend })}
        />
      </div>
      <div className="pb-0.5">{unitSwitch}</div>
      <div className="max-w-56 min-w-0 flex-1">
        <SelectField
          label={t('sort')}
          options={toOptions(textGroup('market', 'sorts'))}
          value={filters.sort ?? 'name'}
          onChange={(event) => onChange({ sort: event.target.value === 'name' ? '' : event.target.value })}
        />
      </div>
    </div>
  );
}

export function RatesCredit({ source }: { source: Source }) {
  const t = useT('market');
  if (source.freshness === 'sample') return <p className="text-note text-soft">{t('sampleCredit')}</p>;
  return (
    <p className="text-note text-soft">
      {t('credit')}{' '}
      {source.url && (
        <a href={source.url} target="_blank" rel="noopener noreferrer" className="text-leaf underline">
          {source.name}
          <span className="sr-only"> ({t('opensElsewhere')})</span>
        </a>
      )}
    </p>
  );
}
