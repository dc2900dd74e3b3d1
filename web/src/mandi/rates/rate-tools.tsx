import type { Source } from '@upaj/contract/mandi/market-page';
import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import Weight from 'lucide-react/icons/weight';
import { textGroup, useT } from '#i18n/locale.ts';
import { rememberUnit } from '#mandi/weight-unit.ts';
import { ChipGroup, SelectChip } from '#ui/chip.tsx';
import { toOptions } from '#ui/select-field.tsx';
import type { RateFilters } from './api.ts';

interface RateToolsProps {
  filters: RateFilters;
  unit: WeightUnit;
  onChange: (change: { trend?: string; sort?: string; unit?: WeightUnit }) => void;
}

/** The tools are in one row, which scrolls sideways on phones. */
export function RateTools({ filters, unit, onChange }: RateToolsProps) {
  const t = useT('market');
  const { all, ...trends } = textGroup('market', 'trends');
  return (
    <ChipGroup
      label={t('trend')}
      layout="row"
      options={[{ value: '', label: all }, ...toOptions(trends)]}
      value={filters.trend ?? ''}
      onChange={(trend) => onChange({ trend })}
      before={
        <>
          <SelectChip
            label={t('sort')}
            icon={<ArrowUpDown size={18} aria-hidden />}
            options={toOptions(textGroup('market', 'sorts'))}
            value={filters.sort ?? 'name'}
            onChange={(sort) => onChange({ sort: sort === 'name' ? '' : sort })}
            isChosen={filters.sort !== undefined}
          />
          <SelectChip
            label={t('unit')}
            icon={<Weight size={18} aria-hidden />}
            options={toOptions(textGroup('market', 'units'))}
            value={unit}
            onChange={(chosen) => {
              rememberUnit(chosen as WeightUnit);
              onChange({ unit: chosen as WeightUnit });
            }}
          />
        </>
      }
    />
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
