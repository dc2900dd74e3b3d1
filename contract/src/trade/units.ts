export const priceUnits = ['per kg', 'per quintal', 'per piece', 'per box', 'per bag', 'per liter'] as const;
export type PriceUnit = (typeof priceUnits)[number];

/** Units of offers and wanted posts. */
export const quantityUnits = ['kg', 'quintal', 'tonne', 'piece', 'box', 'bag', 'liter'] as const;
export type QuantityUnit = (typeof quantityUnits)[number];

export const timeUnits = ['hour', 'day', 'week', 'month', 'year'] as const;

/** Units of goods that a post can have. */
export const goodsUnits = [...quantityUnits, 'g', 'ml'] as const;
export type GoodsUnit = (typeof goodsUnits)[number];

export const amountUnits = [...goodsUnits, ...timeUnits] as const;
export type AmountUnit = (typeof amountUnits)[number];

export const packagingCodes = [
  'bag',
  'jute-bag',
  'plastic-bag',
  'cotton-bag',
  'net-bag',
  'box',
  'wooden-box',
  'carton',
  'crate',
  'plastic-crate',
  'basket',
  'bamboo-basket',
  'can',
  'jar',
  'bottle',
  'packet',
  'tray',
  'bundle',
  'loose',
] as const;
export type PackagingCode = (typeof packagingCodes)[number];
