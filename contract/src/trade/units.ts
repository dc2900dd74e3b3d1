export const priceUnits = ['per kg', 'per quintal', 'per piece', 'per box', 'per bag', 'per liter'] as const;
export type PriceUnit = (typeof priceUnits)[number];

export const quantityUnits = ['kg', 'quintal', 'tonne', 'piece', 'box', 'bag', 'liter'] as const;
export type QuantityUnit = (typeof quantityUnits)[number];
