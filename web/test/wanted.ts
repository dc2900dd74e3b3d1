import type { Wanted } from '@upaj/contract/trade/wanted';

export function exampleWanted(changes: Partial<Wanted> = {}): Wanted {
  return {
    _id: 'w1',
    cropType: 'Onion',
    category: 'Vegetables',
    quantity: 12.5,
    unit: 'tonne',
    maxPrice: 2650,
    priceUnit: 'per quintal',
    location: { state: 'Maharashtra', district: 'Nashik' },
    endDate: '2026-12-05',
    note: 'Red, dry.\nJute bags.',
    isOpen: true,
    isEnded: false,
    createdAt: '2026-11-21T06:00:00Z',
    distanceKm: 1240,
    author: {
      _id: 'a1',
      username: 'anita',
      fullName: 'Anita Deshmukh',
      avatar: null,
      userType: 'merchant',
      isVerified: false,
      rating: 0,
      totalReviews: 0,
      createdAt: '2025-03-01T08:00:00Z',
    } as Wanted['author'],
    marketPrice: {
      rateId: '7',
      commodity: 'Onion',
      variety: 'Red',
      market: 'Lasalgaon',
      district: 'Nashik',
      state: 'Maharashtra',
      modalPrice: 2450,
      arrivalDate: '2026-11-20',
      distanceKm: 35,
      isSample: false,
    },
    ...changes,
  };
}
