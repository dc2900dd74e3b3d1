import type { Rate } from '@upaj/contract/mandi/rates';

export function exampleRate(more: Partial<Rate> = {}): Rate {
  return {
    _id: '1',
    commodity: 'Wheat',
    crop: 'wheat',
    variety: 'Sharbati',
    grade: 'FAQ',
    unit: 'quintal',
    minPrice: 2450,
    maxPrice: 2780,
    modalPrice: 2610.5,
    change: 45,
    trend: 'up',
    arrivalDate: '2026-11-20',
    previousDate: '2026-11-19',
    market: 'Khanna',
    district: 'Ludhiana',
    state: 'Punjab',
    isSample: false,
    ...more,
  };
}
