import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import { useTexts } from '#i18n/locale.ts';
import { rememberUnit } from '#mandi/weight-unit.ts';
import { ChipGroup } from '#ui/chip.tsx';
import { toOptions } from '#ui/select-field.tsx';

interface UnitSwitchProps {
  unit: WeightUnit;
  onChange: (unit: WeightUnit) => void;
}

export function UnitSwitch({ unit, onChange }: UnitSwitchProps) {
  const texts = useTexts('market');
  return (
    <ChipGroup
      label={texts.unit}
      options={toOptions(texts.units)}
      value={unit}
      onChange={(chosen) => {
        rememberUnit(chosen as WeightUnit);
        onChange(chosen as WeightUnit);
      }}
    />
  );
}
