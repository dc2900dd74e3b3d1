import type { Category, PriceUnit } from '@upaj/contract/crops';
import type { UserType } from '@upaj/contract/people/credentials';

/** What the contract's own words are called. The keys keep the contract's order, and lists of choices use it. */
export const names = {
  category: {
    Grains: 'Grains',
    Vegetables: 'Vegetables',
    Fruits: 'Fruits',
    Dairy: 'Dairy',
    Poultry: 'Poultry',
    Spices: 'Spices',
    Pulses: 'Pulses',
    Organic: 'Organic',
    Seeds: 'Seeds',
    Fertilizers: 'Fertilizers',
    Equipment: 'Equipment',
  } satisfies Record<Category, string>,
  unit: {
    'per kg': 'per kg',
    'per quintal': 'per quintal',
    'per piece': 'per piece',
    'per box': 'per box',
    'per bag': 'per bag',
    'per liter': 'per liter',
  } satisfies Record<PriceUnit, string>,
  userType: { farmer: 'Farmer', merchant: 'Merchant' } satisfies Record<UserType, string>,
};
