import type { PriceAlert } from '@upaj/contract/mandi/alerts';

export const wheat: PriceAlert = {
  _id: 'a1',
  commodity: 'wheat',
  crop: 'wheat',
  state: 'Punjab',
  district: 'Ludhiana',
  market: 'Khanna',
  type: 'above',
  targetPrice: 2600,
  unit: 'quintal',
  isActive: true,
  isMet: false,
  currentPrice: 2450,
  currentMarket: 'Khanna',
  lastFiredAt: null,
  createdAt: '2026-11-20T06:30:00Z',
};
