import type { GoodsAmount } from './amounts.ts';
import { quantityUnits, type QuantityUnit } from './units.ts';

export interface Quantity {
  quantity: number;
  unit: QuantityUnit;
}

/** Returns undefined for an amount that no offer can have, such as '10-12 bags' or '500 g'. */
export function quantityOf(amount: GoodsAmount | null | undefined): Quantity | undefined {
  const unit = quantityUnits.find((one) => one === amount?.unit);
  return amount && unit && amount.upTo === undefined ? { quantity: amount.number, unit } : undefined;
}
