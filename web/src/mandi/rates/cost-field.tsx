import { limits } from '@upaj/contract/limits';
import { amountPattern } from '@upaj/contract/latin-digits';
import { useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { plainNumber } from '#lib/format.ts';
import { TextField } from '#ui/text-field.tsx';

interface CostFieldProps {
  cost: number;
  onChange: (cost: number) => void;
}

export function CostField({ cost, onChange }: CostFieldProps) {
  const t = useT('market');
  const [typed, setTyped] = useState(cost.toFixed(2));
  const amount = readCost(typed);
  return (
    <TextField
      label={t('sellCost')}
      inputMode="decimal"
      prefix="₹"
      value={typed}
      error={amount === undefined ? t('sellCostInvalid', { max: limits.transport.max }) : undefined}
      onChange={(event) => {
        setTyped(event.target.value);
        const next = readCost(event.target.value);
        if (next !== undefined) onChange(next);
      }}
    />
  );
}

export function readCost(text: string | undefined): number | undefined {
  // A decimal comma is refused: 0,5 must not become 5.
  if (!text || text.includes(',')) return undefined;
  const plain = plainNumber(text);
  if (!amountPattern.test(plain)) return undefined;
  const cost = Number(plain);
  return cost <= 100 ? cost : undefined;
}
