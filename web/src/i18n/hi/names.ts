import type { Catalogue } from '../catalogue.ts';

export const names: Catalogue['names'] = {
  category: {
    Grains: 'अनाज',
    Vegetables: 'सब्जियां',
    Fruits: 'फल',
    Dairy: 'दूध-डेयरी',
    Poultry: 'मुर्गी-अंडे',
    Spices: 'मसाले',
    Pulses: 'दालें',
    Organic: 'जैविक',
    Seeds: 'बीज',
    Fertilizers: 'खाद',
    Equipment: 'खेती का सामान',
  },
  unit: {
    'per kg': 'प्रति किलो',
    'per quintal': 'प्रति क्विंटल',
    'per piece': 'प्रति नग',
    'per box': 'प्रति पेटी',
    'per bag': 'प्रति बोरी',
    'per liter': 'प्रति लीटर',
  },
  userType: { farmer: 'किसान', merchant: 'व्यापारी' },
};
