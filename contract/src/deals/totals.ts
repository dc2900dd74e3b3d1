import type { PriceUnit, QuantityUnit } from '../trade/units.ts';

interface Amount {
  quantity: number;
  unit: QuantityUnit;
}

export interface Priced extends Amount {
  /** Rupees per `priceUnit`. */
  price: number;
  priceUnit: PriceUnit;
}

const kilograms: Partial<Record<QuantityUnit | PriceUnit, bigint>> = {
  kg: 1n,
  quintal: 100n,
  tonne: 1000n,
  'per kg': 1n,
  'per quintal': 100n,
};

const byWeight: readonly PriceUnit[] = ['per kg', 'per quintal'];
const priceUnits: Readonly<Record<QuantityUnit, readonly PriceUnit[]>> = {
  kg: byWeight,
  quintal: byWeight,
  tonne: byWeight,
  piece: ['per piece'],
  box: ['per box'],
  bag: ['per bag'],
  liter: ['per liter'],
};

/** Returns the price units with which a quantity of this unit has a total: 20 bags at ₹30 per kg have none. */
export function priceUnitsOf(unit: QuantityUnit): readonly PriceUnit[] {
  return priceUnits[unit];
}

export function quantityUnitsOf(priceUnit: PriceUnit): QuantityUnit[] {
  return (Object.keys(priceUnits) as QuantityUnit[]).filter((unit) => priceUnits[unit].includes(priceUnit));
}

/** Converts 31.5 to 3150n. An amount has at most two decimals. */
function hundredths(amount: number): bigint {
  return BigInt(amount.toFixed(2).replace('.', ''));
}

/** Computes the total in paise, rounded half up. Returns undefined when the units do not match. */
export function totalInPaise({ quantity, unit, price, priceUnit }: Priced): bigint | undefined {
  if (!priceUnits[unit].includes(priceUnit)) return undefined;
  const dividend = hundredths(quantity) * hundredths(price) * (kilograms[unit] ?? 1n);
  const divisor = 100n * (kilograms[priceUnit] ?? 1n);
  return (2n * dividend + divisor) / (2n * divisor);
}

/** Rupees with exactly two decimals, as `upi://pay` and PostgreSQL read them: '52500.00'. */
export function rupeesOf(paise: bigint): string {
  const digits = paise.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Returns false when the two cannot be compared, such as bags and kilograms. */
export function isMore(one: Amount, other: Amount): boolean {
  if (one.unit === other.unit) return one.quantity > other.quantity;
  const [weight, otherWeight] = [one, other].map(({ quantity, unit }) => {
    const factor = kilograms[unit];
    return factor && hundredths(quantity) * factor;
  });
  return weight !== undefined && otherWeight !== undefined && weight > otherWeight;
}

/**
 * Returns undefined when the result is not exact in hundredths, as for 4 kg in tonnes, or when a unit is not a weight.
 */
export function convertQuantity(quantity: number, from: QuantityUnit, to: QuantityUnit): number | undefined {
  if (from === to) return quantity;
  const [one, other] = [kilograms[from], kilograms[to]];
  const dividend = one && hundredths(quantity) * one;
  if (!dividend || !other || dividend % other !== 0n) return undefined;
  return Number(rupeesOf(dividend / other));
}
