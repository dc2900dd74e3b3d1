import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import { formatMoney } from '#lib/format.ts';

const storageKey = 'upaj-unit';

/** The unit that prices are read in: the address's, else the one chosen last, else the mandi's own. */
export function readUnit(wanted: string | undefined): WeightUnit {
  const unit = wanted ?? readStored();
  return unit === 'kg' ? 'kg' : 'quintal';
}

/** The next screens show prices in it, too. */
export function rememberUnit(unit: WeightUnit): void {
  try {
    localStorage.setItem(storageKey, unit);
  } catch {
    // Without storage the choice lasts as long as it stands in the address.
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Rupees per quintal, as the mandis report them, in the unit. */
export function priceIn(perQuintal: number, unit: WeightUnit): number {
  return unit === 'kg' ? perQuintal / 100 : perQuintal;
}

export function formatPrice(perQuintal: number, unit: WeightUnit): string {
  return formatMoney(priceIn(perQuintal, unit));
}
