import { useLocale, useT } from '#i18n/locale.ts';
import { useCrops } from '#lib/use-crop-name.ts';
import { SelectField } from '#ui/select-field.tsx';
import type { Filters } from './filters.ts';

interface Props {
  filters: Filters;
  onChange: (change: { cropType: string }) => void;
}

/** The crops of the chosen category, or all of them. Posts carry the English name. */
export function CropSelect({ filters, onChange }: Props) {
  const t = useT();
  const locale = useLocale();
  const crops = useCrops()?.crops;
  const { category, cropType } = filters;
  const known = (crops ?? [])
    .filter((crop) => !category || crop.category === category)
    .map((crop) => ({ value: crop.en, label: crop[locale] }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
  // A crop from the address bar may be one that a seller typed.
  const isListed = !cropType || known.some(({ value }) => value === cropType);
  return (
    <SelectField
      label={t.feed.cropType}
      placeholder={t.feed.allCrops}
      options={isListed ? known : [{ value: cropType, label: cropType }, ...known]}
      value={cropType ?? ''}
      onChange={(event) => onChange({ cropType: event.target.value })}
    />
  );
}
