// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RatesOfPlace } from '@upaj/contract/mandi/rates';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useState, type ReactNode } from 'react';
import { setLocale } from '#i18n/locale.ts';
import { exampleRate } from '../../../test/rates.ts';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import type { RateFilters } from './api.ts';
import { RatesPanel } from './rates-panel.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ params, children }: { params: { rateId: string }; children: ReactNode }) => (
    <a href={`/Market/rates/${params.rateId}`}>{children}</a>
  ),
}));

const end = { page: { nextCursor: null, total: 1 } };
let server: ReturnType<typeof stubServer>;
let isWide: boolean;

beforeEach(() => {
  server = stubServer();
  isWide = true;
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(async () => {
  cleanup();
  await setLocale('en');
});

const overview = (more: Partial<RatesOfPlace> = {}): RatesOfPlace => ({
  lastUpdated: '2026-11-20',
  location: 'Ludhiana, Punjab',
  scope: 'district',
  isSample: false,
  rates: [
    exampleRate(),
    exampleRate({
      _id: '2',
      commodity: 'Bhindi(Ladies Finger)',
      crop: 'okra',
      change: -120,
      trend: 'down',
      arrivalDate: '2026-11-17',
    }),
    exampleRate({ _id: '3', commodity: 'Safflower', crop: null, change: 0, trend: 'stable' }),
  ],
  page: { nextCursor: null, total: 3 },
  ...more,
});

const open = (
  filters: RateFilters = {},
  { rates = overview(), unit = 'quintal' as 'quintal' | 'kg', onClear = () => {} } = {},
) =>
  renderPart(() => (
    <RatesPanel
      overview={rates}
      overviewAt={Date.now()}
      place={{ state: 'Punjab', district: 'Ludhiana' }}
      filters={filters}
      onClear={onClear}
      unit={unit}
      caption="Market Rates"
      pins={{ has: () => false, toggle: () => {} }}
    />
  ));

it('shows a dozen at first, and the other loaded ones without a call', async () => {
  const rates = Array.from({ length: 20 }, (_, index) => exampleRate({ _id: String(index + 1) }));
  open({}, { rates: overview({ rates, page: { nextCursor: null, total: 20 } }) });
  expect(screen.getAllByRole('row')).toHaveLength(13);
  await userEvent.click(screen.getByRole('button', { name: 'Show more rates' }));
  expect(screen.getAllByRole('row')).toHaveLength(21);
  expect(document.activeElement?.getAttribute('href')).toBe('/Market/rates/13');
  expect(screen.queryByRole('button', { name: 'Show more rates' })).toBeNull();
  expect(server.calls).toEqual([]);
});

it('shows the overview’s rates without a call', async () => {
  open();
  const table = screen.getByRole('table', { name: 'Market Rates' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Commodity', 'Variety', 'Modal Price', 'Range', 'Change', 'Market']);
  const wheat = within(table).getByRole('row', { name: /^Wheat/ });
  expect(within(wheat).getByRole('rowheader').textContent).toBe('Wheat');
  expect(within(wheat).getByRole('link').getAttribute('href')).toBe('/Market/rates/1');
  expect(wheat.textContent).toContain('₹2,610.50per quintal');
  expect(wheat.textContent).toContain('₹2,450 to ₹2,780');
  expect(wheat.textContent).toContain('up by ₹45');
  expect(wheat.textContent).toContain('Khanna');
  const okra = await within(table).findByRole('row', { name: /^Okra/ });
  expect(okra.textContent).toContain('Bhindi(Ladies Finger)');
  expect(okra.textContent).toContain('down by ₹120');
  expect(okra.textContent).toContain('reported on 17 November 2026');
  expect(wheat.textContent).not.toContain('November');
  expect(within(table).getByRole('row', { name: /^Safflower/ }).textContent).toContain('unchanged');
  expect(server.calls).toEqual([]);
});

it('is a list with the same rates on a phone', () => {
  isWide = false;
  open({}, { unit: 'kg' });
  expect(screen.queryByRole('table')).toBeNull();
  const wheat = screen.getAllByRole('listitem')[0]!;
  for (const text of [
    'Wheat',
    'Sharbati · FAQ',
    '₹26.11',
    'per kg',
    '₹24.50 to ₹27.80',
    '₹0.45',
    'Khanna, Ludhiana',
  ])
    expect(wheat.textContent).toContain(text);
});

it('fetches filtered or sorted rates of the same area', async () => {
  const call = 'GET /api/v1/market/rates?state=Punjab&trend=down&sort=price';
  server.succeed(call, [exampleRate({ _id: '9', commodity: 'Onion', crop: 'onion' })], end);
  open({ trend: 'down', sort: 'price' }, { rates: overview({ scope: 'state' }) });
  await screen.findByRole('row', { name: /^Onion/ });
  expect(server.calls.map(({ key }) => key)).toEqual([call]);
});

it('continues after the overview’s rates, and shows a failure', async () => {
  const call = 'GET /api/v1/market/rates?state=Punjab&district=Ludhiana&cursor=c2';
  server.refuse(call, 'UNEXPECTED');
  server.succeed(call, [exampleRate({ _id: '9', commodity: 'Onion', crop: 'onion' })], end);
  open({}, { rates: overview({ page: { nextCursor: 'c2', total: 4 } }) });
  const more = screen.getByRole('button', { name: 'Show more rates' });
  await userEvent.click(more);
  await screen.findByRole('alert');
  await userEvent.click(more);
  await screen.findByRole('row', { name: /^Onion/ });
  expect(screen.getAllByRole('row')).toHaveLength(5);
  expect(screen.queryByRole('button', { name: 'Show more rates' })).toBeNull();
});

it('announces how many a filter leaves', async () => {
  const [up, down] = ['up', 'down'].map(
    (trend) => `GET /api/v1/market/rates?state=Punjab&district=Ludhiana&trend=${trend}`,
  ) as [string, string];
  server.succeed(up, [exampleRate({ _id: '9' })], end);
  server.succeed(down, [], { page: { nextCursor: null, total: 0 } });
  const says = () => screen.getByRole('status').textContent;
  renderPart(() => {
    const [trend, setTrend] = useState<'up' | 'down'>();
    return (
      <>
        <button type="button" onClick={() => setTrend(trend ? 'down' : 'up')}>
          Other
        </button>
        <RatesPanel
          overview={overview({ page: { nextCursor: null, total: '10,000+' } })}
          overviewAt={Date.now()}
          place={{ state: 'Punjab', district: 'Ludhiana' }}
          filters={{ trend }}
          onClear={() => {}}
          unit="quintal"
          caption="Market Rates"
          pins={{ has: () => false, toggle: () => {} }}
        />
      </>
    );
  });
  const line = screen.getByRole('status');
  expect(says()).toBe('All Trends: 10,000+ rates');
  await userEvent.click(screen.getByRole('button', { name: 'Other' }));
  await waitFor(() => expect(says()).toBe('Rising: 1 rate'));
  await userEvent.click(screen.getByRole('button', { name: 'Other' }));
  await waitFor(() => expect(says()).toBe('Falling: 0 rates'));
  expect(screen.getByRole('status')).toBe(line);
});

it('names the mandi in the reader’s language, wide and narrow', async () => {
  await setLocale('hi');
  const rates = overview({ rates: [exampleRate({ market: 'Ludhiana', district: 'Moga' })] });
  open({}, { rates });
  expect((await screen.findByRole('row', { name: /लुधियाना/ })).textContent).toContain('मोगा');
  cleanup();
  isWide = false;
  open({}, { rates });
  expect(screen.getByRole('listitem').textContent).toContain('लुधियाना, मोगा');
});

it('shows that a filter matches nothing, and removes it', async () => {
  server.succeed('GET /api/v1/market/rates?state=Punjab&district=Ludhiana&trend=up', [], end);
  const onClear = vi.fn();
  open({ trend: 'up' }, { onClear });
  await screen.findByRole('heading', { name: 'No rates found for the selected filter' });
  await userEvent.click(screen.getByRole('button', { name: 'Show all rates' }));
  expect(onClear).toHaveBeenCalled();
});

it('shows that there are none at all', () => {
  open({}, { rates: overview({ rates: [], lastUpdated: null }) });
  screen.getByRole('heading', { name: 'No mandi rates yet' });
  expect(screen.queryByRole('button')).toBeNull();
});

it('can be retried', async () => {
  server.refuse('GET /api/v1/market/rates?state=Punjab&district=Ludhiana&trend=up', 'UNEXPECTED');
  open({ trend: 'up' });
  await screen.findByText('The rates could not be loaded');
  screen.getByRole('button', { name: 'Retry' });
});
