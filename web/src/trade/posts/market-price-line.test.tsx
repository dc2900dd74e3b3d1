// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import type { MarketPrice } from '@upaj/contract/mandi/market-prices';
import type { Post } from '@upaj/contract/trade/posts';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { renderPart } from '../../../test/stub-server.tsx';
import { MarketDetails } from './market-details.tsx';
import { MarketPriceLine } from './market-price-line.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, params, children }: { to: string; params: { rateId: string }; children: ReactNode }) => (
    <a href={to.replace('$rateId', params.rateId)}>{children}</a>
  ),
}));

const mandi: MarketPrice = {
  rateId: '7',
  commodity: 'Wheat',
  variety: 'Sharbati',
  market: 'Khanna',
  district: 'Ludhiana',
  state: 'Punjab',
  modalPrice: 2450,
  arrivalDate: '2026-11-20',
  distanceKm: 35,
  isSample: false,
};
const post = (change: Partial<Post> = {}, price: Partial<MarketPrice> = {}) =>
  ({
    cropType: 'Wheat',
    price: 26.5,
    priceUnit: 'per kg',
    marketPrice: { ...mandi, ...price },
    ...change,
  }) as Post;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T06:30:00Z'), toFake: ['Date'] });
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await setLocale('en');
});

const line = () => document.querySelector('p')?.textContent;

it.each<[string, Post, string]>([
  ['above', post(), '8% above mandi price (₹24.50 per kg at Khanna, 35 km) · 20 Nov · AGMARKNET'],
  [
    'below, in the same district',
    post({ price: 20 }, { distanceKm: 0 }),
    '18% below mandi price (₹24.50 per kg at Khanna) · 20 Nov · AGMARKNET',
  ],
  [
    'about the same, by the quintal',
    post({ price: 2480, priceUnit: 'per quintal' }),
    'About the same as mandi price (₹2,450 per quintal at Khanna, 35 km) · 20 Nov · AGMARKNET',
  ],
  [
    'an old price',
    post({}, { arrivalDate: '2026-11-02' }),
    '8% above mandi price (₹24.50 per kg at Khanna, 35 km) · old price from 2 November 2026 · AGMARKNET',
  ],
  [
    'sample data',
    post({}, { isSample: true }),
    '8% above mandi price (₹24.50 per kg at Khanna, 35 km) · 20 Nov · Sample data',
  ],
])('is one sentence: %s', (_, shown, text) => {
  renderPart(() => <MarketPriceLine post={shown} />);
  expect(line()).toBe(text);
});

it.each([
  ['no mandi reports it', post({ marketPrice: null })],
  ['it is sold by the box', post({ priceUnit: 'per box' })],
])('is not shown when %s', (_, shown) => {
  renderPart(() => (
    <>
      <MarketPriceLine post={shown} />
      <MarketDetails post={shown} />
    </>
  ));
  expect(line()).toBeUndefined();
});

it('is in Hindi in Hindi', async () => {
  await setLocale('hi');
  renderPart(() => <MarketPriceLine post={post()} />);
  expect(line()).toBe('मंडी से 8% ज्यादा (Khanna में ₹24.50 प्रति किलो, 35 किमी दूर) · 20 नव॰ · AGMARKNET');
});

it('the post page shows the price, its mandi, and a link to more', () => {
  renderPart(() => <MarketDetails post={post()} />);
  screen.getByRole('heading', { name: 'Mandi price' });
  screen.getByText('Wheat, Sharbati · Ludhiana, Punjab · 20 Nov · AGMARKNET');
  screen.getByText(/which most of this crop was sold/);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/Market/rates/7');
});

it('names the crop and the variety in Hindi, whatever AGMARKNET calls the crop', async () => {
  await setLocale('hi');
  renderPart(() => (
    <MarketDetails post={post({ cropType: 'Paddy' }, { commodity: 'Paddy(Dhan)(Common)' })} />
  ));
  await screen.findByText(/^धान, शरबती · /);
});
