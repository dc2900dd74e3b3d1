import { useState, type ReactNode } from 'react';
import { textGroup, useT } from '#i18n/locale.ts';
import { Chip, ChipGroup } from '#ui/chip.tsx';
import { toOptions } from '#ui/select-field.tsx';
import type { Filters } from './filters.ts';

const shownFirst = 6;

interface CategoryChipsProps {
  filters: Filters;
  onChange: (change: { category: string }) => void;
  layout: 'wrap' | 'row';
  before?: ReactNode;
}

export function CategoryChips({ filters, onChange, layout, before }: CategoryChipsProps) {
  const t = useT('feed');
  const [isOpen, setOpen] = useState(false);
  const all = toOptions(textGroup('names', 'category'));
  const shown = all.filter(({ value }, index) => isOpen || index < shownFirst || value === filters.category);
  return (
    <ChipGroup
      label={t('category')}
      layout={layout}
      options={[{ value: '', label: t('allCategories') }, ...shown]}
      value={filters.category ?? ''}
      onChange={(category) => onChange({ category })}
      before={before}
      after={
        layout === 'wrap' && (
          <Chip pressed={isOpen} onPress={() => setOpen(!isOpen)}>
            {t('moreCategories')}
          </Chip>
        )
      }
    />
  );
}
