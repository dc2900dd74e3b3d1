import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import { formatMoney } from '#lib/format.ts';
import { deviceTexts } from '#lib/storage.ts';

const storageKey = 'upaj-unit';

/** Reads the unit from the address, else from the last choice, else the unit that mandis use. */
export function readUnit(wanted: string | undefined): WeightUnit {
  const unit = wanted ?? deviceTexts.read(storageKey);
  return unit === 'kg' ? 'kg' : 'quintal';
}

export function rememberUnit(unit: WeightUnit): void {
  deviceTexts.write(storageKey, unit);
}

/** Converts from rupees per quintal, the unit in which mandis report. */
export function priceIn(perQuintal: number, unit: WeightUnit): number {
  return unit === 'kg' ? perQuintal / 100 : perQuintal;
}

export function formatPrice(perQuintal: number, unit: WeightUnit): string {
  return formatMoney(priceIn(perQuintal, unit));
}
