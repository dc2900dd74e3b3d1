// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OffersQuery } from '@upaj/contract/mandi/rates';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useState, type ReactNode } from 'react';
import { exampleRate } from '../../../test/rates.ts';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { readCost } from './cost-field.tsx';
import { OfferList } from './offer-list.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));

const call =
  'GET /api/v1/market/offers?commodity=wheat&state=Punjab&district=Ludhiana&sort=net&transportCost=0.5';
const end = { page: { nextCursor: null, total: 3 } };
const offer = (market: string, modalPrice: number, distanceKm: number | null) => ({
  rate: exampleRate({ _id: market, market, modalPrice }),
  distanceKm,
  transport: distanceKm === null ? null : distanceKm * 0.5,
  net: distanceKm === null ? null : modalPrice - distanceKm * 0.5,
});
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(() => cleanup());

const open = () =>
  renderPart(() => (
    <OfferList
      wanted={{ commodity: 'wheat', state: 'Punjab', district: 'Ludhiana', sort: 'net', transportCost: 0.5 }}
      name="Wheat"
      location="Ludhiana, Punjab"
    />
  ));

it('shows the sum, with or without a known distance', async () => {
  server.succeed(
    call,
    [offer('Khanna', 2400, 85), offer('Ludhiana', 2350, 0), offer('Far', 2300, null)],
    end,
  );
  open();
  const [first, second, third] = (await screen.findAllByRole('listitem')).map((item) => item.textContent);
  expect(first).toContain('₹2,400 − 85 km × ₹0.50 = ₹2,357.50 per quintal (₹23.58 per kg)');
  expect(first).toContain('about 85 km from Ludhiana');
  expect(first).toContain('Earns you the most');
  expect(second).toContain('₹2,350 per quintal, before transport costs: the mandi is in your district');
  expect(third).toContain('distance not known');
  expect(third).toContain('₹2,300 per quintal, before transport costs: the distance is not known');
  expect(third).toContain('before transport costs');
  expect(screen.queryByText(/sample data/)).toBeNull();
});

async function change(next: Partial<OffersQuery>) {
  server.succeed(call, [offer('Khanna', 2400, 85), offer('Ludhiana', 2350, 0)], end);
  const wanted = {
    commodity: 'wheat',
    state: 'Punjab',
    district: 'Ludhiana',
    sort: 'net' as const,
    transportCost: 0.5,
  };
  const query = new URLSearchParams(
    Object.entries({ ...wanted, ...next }).map(([key, value]) => [key, String(value)]),
  );
  server.give(`GET /api/v1/market/offers?${query}`, () => new Promise(() => {}));
  renderPart(() => {
    const [more, setMore] = useState<Partial<OffersQuery>>({});
    return (
      <>
        <button type="button" onClick={() => setMore(next)}>
          Other
        </button>
        <OfferList wanted={{ ...wanted, ...more }} name="Wheat" location="Ludhiana, Punjab" />
      </>
    );
  });
  await screen.findByText('Earns you the most');
  await userEvent.click(screen.getByRole('button', { name: 'Other' }));
}

it.each([
  { commodity: 'paddy' },
  { state: 'Haryana', district: 'Karnal' },
  { district: 'Moga' },
  { transportCost: 2 },
])('shows no sums of another query while %j is loading', async (next) => {
  await change(next);
  await screen.findByText('Loading mandis…');
  expect(screen.queryAllByRole('listitem')).toEqual([]);
});

it('shows the same mandis while another order loads, none of them as the best', async () => {
  await change({ sort: 'price' });
  expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('true');
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByText('Earns you the most')).toBeNull();
});

it('marks none as the best before the order by net price has loaded', async () => {
  server.succeed(call.replace('sort=net', 'sort=price'), [offer('Khanna', 2400, 85)], end);
  server.give(call, () => new Promise(() => {}));
  renderPart(() => {
    const [sort, setSort] = useState<'price' | 'net'>('price');
    return (
      <>
        <button type="button" onClick={() => setSort('net')}>
          Other
        </button>
        <OfferList
          wanted={{ commodity: 'wheat', state: 'Punjab', district: 'Ludhiana', sort, transportCost: 0.5 }}
          name="Wheat"
          location="Ludhiana, Punjab"
        />
      </>
    );
  });
  await screen.findByRole('listitem');
  await userEvent.click(screen.getByRole('button', { name: 'Other' }));
  expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByText('Earns you the most')).toBeNull();
});

it('marks sample data', async () => {
  const made = offer('Khanna', 2400, 85);
  server.succeed(call, [{ ...made, rate: { ...made.rate, isSample: true } }], end);
  open();
  await screen.findByText(/^These rates are sample data/);
});

it('shows that no mandi reports the commodity', async () => {
  server.succeed(call, [], end);
  open();
  await screen.findByRole('heading', { name: 'No mandi has reported Wheat recently' });
});

it('can be retried', async () => {
  server.refuse(call, 'UNEXPECTED');
  open();
  await screen.findByText('The mandis could not be loaded');
  screen.getByRole('button', { name: 'Retry' });
});

it.each([
  ['0', 0],
  ['0.5', 0.5],
  ['100', 100],
  ['2.', 2],
  ['०.५०', 0.5],
  ['₹0.5', 0.5],
  [' 2 ', 2],
  ['100.01', undefined],
  // A decimal comma is refused: 0,5 must not become 5.
  ['0,5', undefined],
  ['-1', undefined],
  ['1e1', undefined],
  ['', undefined],
])('reads %j as a cost of %j', (text, cost) => {
  expect(readCost(text)).toBe(cost);
});
