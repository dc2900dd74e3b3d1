import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import { formatMoney } from '#lib/format.ts';

const storageKey = 'upaj-unit';

/** Reads the unit from the address, else from the last choice, else the unit that mandis use. */
export function readUnit(wanted: string | undefined): WeightUnit {
  const unit = wanted ?? readStored();
  return unit === 'kg' ? 'kg' : 'quintal';
}

export function rememberUnit(unit: WeightUnit): void {
  try {
    localStorage.setItem(storageKey, unit);
  } catch {
    // Without storage the choice is only in the address.
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Converts from rupees per quintal, the unit in which mandis report. */
export function priceIn(perQuintal: number, unit: WeightUnit): number {
  return unit === 'kg' ? perQuintal / 100 : perQuintal;
}

export function formatPrice(perQuintal: number, unit: WeightUnit): string {
  return formatMoney(priceIn(perQuintal, unit));
}
