import { dayInIndia, writeDay } from '@upaj/contract/days';
import type { CleanRate } from '#src/mandi/rates/clean.ts';

export function daysAgo(days: number): string {
  return writeDay(dayInIndia() - days);
}

export function rateRow({
  modalPrice = 2_500,
  ...changes
}: Partial<CleanRate> & { modalPrice?: number } = {}): CleanRate {
  return {
    state: 'Punjab',
    district: 'Ludhiana',
    market: 'Khanna',
    commodity: 'Wheat',
    crop: 'wheat',
    variety: 'Other',
    grade: 'FAQ',
    arrivalDate: daysAgo(0),
    minPrice: modalPrice - 50,
    maxPrice: modalPrice + 50,
    modalPrice,
    ...changes,
  };
}
