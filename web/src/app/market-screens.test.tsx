// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { schemes } from '@upaj/contract/scheme-list';
import { schemeIds } from '@upaj/contract/schemes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '#lib/query-client.ts';
import { ToastHost } from '#ui/toast-host.tsx';
import { exampleRate } from '../../test/rates.ts';
import { stubServer, toasts } from '../../test/stub-server.tsx';
import { makeRouter } from './router.ts';

// Whole screens come piece by piece.
vi.setConfig({ testTimeout: 20_000 });

const end = { page: { nextCursor: null, total: 0 } };
const user = { _id: 'u1', username: 'asha', fullName: 'Asha Rani', avatar: null, isComplete: true };
const home = { state: 'Punjab', district: 'Ludhiana', city: '', village: '', pincode: '' };
const source = { name: 'AGMARKNET', url: null, freshness: 'live', updatedAt: null, isFailing: false };

function overview(location: string, more: object = {}) {
  const rates = {
    lastUpdated: '2026-11-20',
    location,
    scope: 'district',
    isSample: false,
    rates: [exampleRate()],
    page: { nextCursor: null, total: 1 },
    ...more,
  };
  const sources = { rates: source, weather: { ...source, freshness: 'none' }, news: source };
  return { location, rates, weather: null, news: [], schemes, sources };
}
const overviewOf = (location?: string) =>
  `GET /api/market/overview${location ? `?${new URLSearchParams({ location })}` : ''}`;
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {});
  localStorage.clear();
  server = stubServer();
  server.succeed('GET /api/v1/users/current-user', { user: { ...user, address: home } });
  server.succeed('GET /api/v1/alerts', []);
  server.succeed('GET /api/v1/notifications/unread', { count: 0 });
  server.succeed('GET /api/v1/market/commodities', [
    { commodity: 'Wheat', crop: 'wheat' },
    { commodity: 'Paddy(Common)', crop: 'paddy' },
    { commodity: 'Paddy(Dhan)(Common)', crop: 'paddy' },
    { commodity: 'Safflower', crop: null },
  ]);
});
afterEach(() => cleanup());

function open(path: string) {
  window.history.replaceState(null, '', path);
  const client = makeQueryClient();
  const router = makeRouter(client);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <ToastHost />
    </QueryClientProvider>,
  );
  return { search: () => router.state.location.search as Record<string, string> };
}
const wait = { timeout: 10_000 };
const heading = (name: string, level = 1) => screen.findByRole('heading', { name, level }, wait);

describe('the market', () => {
  it('begins at home, says that it is loading, and then how live it is', async () => {
    let answer = () => {};
    server.give(
      overviewOf('Ludhiana, Punjab'),
      () =>
        new Promise((resolve) => {
          answer = () => resolve(Response.json({ success: true, data: overview('Ludhiana, Punjab') }));
        }),
    );
    open('/Market');
    await screen.findByText('Loading market data...', {}, wait);
    answer();
    await screen.findByText('Live Data');
    await heading('Live Market Rates', 2);
    screen.getByText('Ludhiana, Punjab · mandi rates of 20 November 2026');
    screen.getByText(/^Data is sourced from the Government of India's Agricultural Marketing Division/);
    screen.getByText('The weather is not available now.');
  });

  it('leaves the place to the server for who has told none', async () => {
    server.forget('GET /api/v1/users/current-user');
    server.succeed('GET /api/v1/users/current-user', { user });
    server.succeed(overviewOf(), overview('Delhi'));
    open('/Market');
    await screen.findByText(/^Delhi · /, {}, wait);
  });

  it('looks elsewhere, says how far it had to look, and keeps what is chosen in the address', async () => {
    server.succeed(overviewOf('Ludhiana, Punjab'), overview('Ludhiana, Punjab'));
    server.succeed(overviewOf('Moga, Punjab'), overview('Moga, Punjab', { scope: 'state' }));
    const { search } = open('/Market');
    await screen.findByText('Live Data', {}, wait);
    await screen.findByRole('option', { name: 'Moga' });
    await userEvent.selectOptions(screen.getByLabelText('District'), 'Moga');
    await screen.findByText('No mandi in Moga has reported lately. These are rates of Punjab.');
    await userEvent.click(screen.getByRole('radio', { name: '₹/kg' }));
    await waitFor(() => expect(search()).toMatchObject({ location: 'Moga, Punjab', unit: 'kg' }));
    expect(screen.getByText('₹26.11')).toBeTruthy();
    expect(localStorage.getItem('upaj-unit')).toBe('kg');
    server.succeed('GET /api/v1/market/rates?state=Punjab&trend=down', [], end);
    await userEvent.click(screen.getByRole('radio', { name: 'Falling' }));
    await screen.findByText('No rates found for the selected filter');
    expect(search()).toMatchObject({ trend: 'down' });
    await userEvent.click(screen.getByRole('button', { name: 'My district' }));
    await waitFor(() => expect(search()['location']).toBe('Ludhiana, Punjab'));
  });

  it('calls sample data so, and never live', async () => {
    const data = overview('Ludhiana, Punjab');
    data.sources.rates = { ...source, freshness: 'sample' };
    server.succeed(overviewOf('Ludhiana, Punjab'), data);
    open('/Market');
    await screen.findByText('Sample data of 20 November 2026', {}, wait);
    await heading('Market Rates', 2);
    screen.getByText(/^These rates are sample data/);
    expect(document.body.textContent).not.toMatch(/Live|Government of India's/);
  });

  it('tells that it cannot be had, and asks again', async () => {
    server.refuse(overviewOf('Ludhiana, Punjab'), 'UNEXPECTED');
    server.succeed(overviewOf('Ludhiana, Punjab'), overview('Ludhiana, Punjab'));
    open('/Market');
    await heading('Market data unavailable', 2);
    await waitFor(() => expect(toasts()).toContain('Market data unavailable'));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Live Data');
  });
});

describe('a rate', () => {
  it('that there is not is told so', async () => {
    server.refuse('GET /api/v1/market/rates/99', 'NOT_FOUND');
    open('/Market/rates/99');
    await heading('This rate does not exist');
  });

  it('stands with its history, other mandis and what is on sale', async () => {
    server.succeed('GET /api/v1/market/rates/1', exampleRate({ isSample: true }));
    server.refuse('GET /api/v1/market/rates/1/history?days=30', 'UNEXPECTED');
    const other = { distanceKm: 40, transport: 20, net: 2380 };
    const offers = 'GET /api/v1/market/offers?commodity=wheat&state=Punjab&district=Moga&sort=';
    server.succeed(
      `${offers}price&limit=8`,
      [
        { rate: exampleRate(), ...other },
        { rate: exampleRate({ _id: '2', market: 'Moga' }), ...other },
      ],
      end,
    );
    server.succeed(`${offers}distance&limit=8`, [], end);
    server.succeed('GET /api/v1/post/feed?cropType=Wheat', [], end);
    open('/Market/rates/1?location=Moga%2C+Punjab');
    await heading('Wheat');
    screen.getByText('Sample data');
    screen.getByText('₹2,585 (Rabi 2026-27)');
    const others = screen.getByRole('region', { name: 'The same commodity in other mandis' });
    const rows = await within(others).findAllByRole('listitem');
    expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual(['Moga']);
    expect(rows[0]!.textContent).toContain('about 40 km from Moga');
    await userEvent.click(within(others).getByRole('radio', { name: 'Nearest' }));
    await within(others).findByText('No other mandi reports this commodity.');
    await screen.findByText('Nobody sells this on Upaj just now.');
    const all = screen.getByRole('link', { name: 'All posts of Wheat' });
    expect(all.getAttribute('href')).toBe('/Crops?cropType=Wheat');
    const sell = screen.getByRole('link', { name: 'Where should I sell?' });
    expect(sell.getAttribute('href')).toBe('/Market/where-to-sell?location=Moga%2C+Punjab&commodity=wheat');
  });
});

describe('where to sell', () => {
  it('asks what and from where, and remembers both and the cost', async () => {
    const offers =
      'GET /api/v1/market/offers?commodity=paddy&state=Punjab&district=Ludhiana&sort=net&transportCost=';
    server.succeed(`${offers}0.5`, [], end);
    server.succeed(`${offers}2`, [], end);
    const { search } = open('/Market/where-to-sell');
    await heading('Choose what you want to sell', 2);
    // Two names of AGMARKNET, one crop; found by its Hindi name, too.
    const field = screen.getByLabelText('What do you sell?');
    await userEvent.type(field, 'धान');
    const found = await screen.findAllByRole('option', { name: /Paddy/ });
    await userEvent.click(found[0]!);
    await heading('No mandi has reported Paddy lately', 2);
    const cost = screen.getByLabelText('Transport, ₹ per quintal and km');
    await userEvent.clear(cost);
    await screen.findByText('Enter an amount from 0 to 100');
    await userEvent.type(cost, '2');
    await waitFor(() => expect(search()).toMatchObject({ commodity: 'paddy', cost: '2' }));
    await waitFor(() => expect(server.calls.at(-1)?.key).toBe(`${offers}2`));
  });

  it('says what nobody trades', async () => {
    open('/Market/where-to-sell');
    await userEvent.type(await screen.findByLabelText('What do you sell?', {}, wait), 'gold');
    await screen.findByText('No mandi reports this. Choose one from the list.');
  });
});

describe('schemes and news', () => {
  it.each(schemeIds)('tells all of %s', async (id) => {
    open(`/Market/schemes/${id}`);
    await screen.findByRole('heading', { name: 'How to apply' }, wait);
    const link = screen.getByRole('link', { name: /^Apply on the official site/ });
    expect(link.getAttribute('href')).toBe(schemes.find((scheme) => scheme.id === id)?.applyUrl);
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    screen.getByText('Checked on 20 November 2026');
  });

  it('knows no other scheme', async () => {
    open('/Market/schemes/toString');
    await heading('This scheme is not on our list');
  });

  it('lists the support prices with the schemes', async () => {
    open('/Market/schemes');
    const table = await screen.findByRole('table', { name: 'Minimum support prices' }, wait);
    await within(table).findByRole('rowheader', { name: 'Paddy (Grade A)' });
    const wheat = within(table).getByRole('row', { name: /^Wheat/i });
    expect(wheat.textContent).toContain('₹2,585');
    expect(wheat.textContent).toContain('Rabi 2026-27');
    expect(screen.getAllByRole('link', { name: /^Learn more about/ })).toHaveLength(schemeIds.length);
  });

  it('narrows the news to a category in the address', async () => {
    server.succeed('GET /api/v1/market/news?category=Prices', [], end);
    server.succeed('GET /api/v1/market/news', [], end);
    const { search } = open('/Market/news?category=Prices');
    await heading('No news of this kind', 2);
    await userEvent.click(screen.getByRole('radio', { name: 'All' }));
    await heading('No market news yet', 2);
    expect(search()).toEqual({});
  });
});
