import { useState, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { Chip, ChipGroup } from '#ui/chip.tsx';
import { toOptions } from '#ui/select-field.tsx';
import type { Filters } from './filters.ts';

const shownFirst = 6;

interface Props {
  filters: Filters;
  onChange: (change: { category: string }) => void;
  layout: 'wrap' | 'row';
  before?: ReactNode;
}

/** The six categories that sell most, and the one in use; in the panel the others are a press away. */
export function CategoryChips({ filters, onChange, layout, before }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const all = toOptions(t.names.category);
  const shown = all.filter(({ value }, index) => isOpen || index < shownFirst || value === filters.category);
  return (
    <ChipGroup
      label={t.feed.category}
      layout={layout}
      options={[{ value: '', label: t.feed.allCategories }, ...shown]}
      value={filters.category ?? ''}
      onChange={(category) => onChange({ category })}
      before={before}
      after={
        layout === 'wrap' && (
          <Chip pressed={isOpen} onPress={() => setOpen(!isOpen)}>
            {t.feed.moreCategories}
          </Chip>
        )
      }
    />
  );
}
