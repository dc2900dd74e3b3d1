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

export const onions: PriceAlert = { ...wheat, _id: 'another', commodity: 'onion', crop: 'onion' };

export const patialaWheat = { commodity: 'wheat', state: 'Punjab', district: 'Patiala', market: 'Khanna' };
