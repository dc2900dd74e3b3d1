// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { schemes } from '@upaj/contract/mandi/scheme-list';
import { schemeIds } from '@upaj/contract/mandi/schemes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { chosen, end, heading, openApp, stubMarket } from '../../test/market-app.tsx';
import { exampleRate } from '../../test/rates.ts';

// This fake reports every element as near the screen, so that lists load at once.
vi.stubGlobal(
  'IntersectionObserver',
  class {
    constructor(onSeen: (entries: object[]) => void) {
      setTimeout(() => onSeen([{ isIntersecting: true }]));
    }
    observe() {}
    disconnect() {}
  },
);

let server: ReturnType<typeof stubMarket>;
beforeEach(() => {
  server = stubMarket();
});
afterEach(async () => {
  cleanup();
  await setLocale('en');
});

describe('a rate', () => {
  it('that does not exist shows a message', async () => {
    server.refuse('GET /api/v1/market/rates/99', 'NOT_FOUND');
    openApp('/Market/rates/99');
    await heading('This rate does not exist');
  });

  it('shows its history, other mandis and posts on sale', async () => {
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
    openApp('/Market/rates/1?location=Moga%2C+Punjab');
    await heading('Wheat');
    screen.getByText('Sample data');
    screen.getByText('₹2,585 (Rabi 2026-27)');
    const others = screen.getByRole('region', { name: 'The same commodity in other mandis' });
    const rows = await within(others).findAllByRole('listitem');
    expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual(['Moga']);
    expect(rows[0]!.textContent).toContain('about 40 km from Moga');
    await userEvent.click(within(others).getByRole('radio', { name: 'Nearest' }));
    await within(others).findByText('No other mandi reports this commodity.');
    await screen.findByText('No one is selling this on Upaj right now.');
    const all = screen.getByRole('link', { name: 'All posts for Wheat' });
    expect(all.getAttribute('href')).toBe('/Crops?cropType=Wheat');
    const sell = screen.getByRole('link', { name: 'Where should I sell?' });
    expect(sell.getAttribute('href')).toBe('/Market/where-to-sell?location=Moga%2C+Punjab&commodity=wheat');
  });
});

it('a rate has the name of its mandi in the reader’s language, and the English one beside it', async () => {
  await setLocale('ta');
  server.succeed('GET /api/v1/market/rates/1', exampleRate());
  server.refuse('GET /api/v1/market/rates/1/history?days=30', 'UNEXPECTED');
  const offers =
    'GET /api/v1/market/offers?commodity=wheat&state=Punjab&district=Ludhiana&sort=price&limit=8';
  server.succeed(offers, [], end);
  server.succeed('GET /api/v1/post/feed?cropType=Wheat', [], end);
  openApp('/Market/rates/1');
  const english = await screen.findByText('(Khanna)');
  expect(english.lang).toBe('en');
  await waitFor(() => expect(english.parentElement?.textContent).toMatch(/கன்னா \(Khanna\), லூதியானா, பஞ்சாப்$/));
});

describe('where to sell', () => {
  it('compares mandis for a commodity and a place, and remembers both and the cost', async () => {
    const offers =
      'GET /api/v1/market/offers?commodity=paddy&state=Punjab&district=Ludhiana&sort=net&transportCost=';
    server.succeed(`${offers}0.5`, [], end);
    server.succeed(`${offers}2`, [], end);
    const { search } = openApp('/Market/where-to-sell');
    await heading('Choose what you want to sell', 2);
    const field = screen.getByLabelText('What are you selling?');
    await userEvent.type(field, 'धान');
    const found = await screen.findAllByRole('option', { name: /Paddy/ });
    await userEvent.click(found[0]!);
    await heading('No mandi has reported Paddy recently', 2);
    const cost = screen.getByLabelText('Transport cost, ₹ per quintal per km');
    await userEvent.clear(cost);
    await screen.findByText('Enter an amount from ₹0 to ₹100');
    await userEvent.type(cost, '2');
    await waitFor(() => expect(search()).toMatchObject({ commodity: 'paddy', cost: '2' }));
    await waitFor(() => expect(server.calls.at(-1)?.key).toBe(`${offers}2`));
  });

  it('requires a district when only a state is chosen', async () => {
    openApp('/Market/where-to-sell?location=Punjab&commodity=wheat');
    await heading('Choose your district', 2);
    await screen.findByRole('option', { name: 'Moga' });
    expect(chosen('District')).toBe('Choose a district');
    expect(screen.queryByRole('option', { name: 'Whole state' })).toBeNull();
  });

  it('shows that no mandi trades a commodity', async () => {
    openApp('/Market/where-to-sell');
    await userEvent.type(await screen.findByLabelText('What are you selling?'), 'gold');
    await screen.findByText('No mandi reports this commodity. Choose one from the list.');
  });
});

describe('schemes and news', () => {
  it.each(schemeIds)('shows all of %s', async (id) => {
    openApp(`/Market/schemes/${id}`);
    await screen.findByRole('heading', { name: 'How to apply' });
    const link = screen.getByRole('link', { name: /^Apply on the official site/ });
    expect(link.getAttribute('href')).toBe(schemes.find((scheme) => scheme.id === id)?.applyUrl);
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    screen.getByText('Checked on 20 November 2026');
  });

  it('shows a message for an unknown scheme', async () => {
    openApp('/Market/schemes/toString');
    await heading('This scheme is not on our list');
  });

  it('lists the support prices with the schemes', async () => {
    openApp('/Market/schemes');
    const table = await screen.findByRole('table', { name: 'Minimum support prices' });
    await within(table).findByRole('rowheader', { name: 'Paddy (Grade A)' });
    const wheat = within(table).getByRole('row', { name: /^Wheat/i });
    expect(wheat.textContent).toContain('₹2,585');
    expect(wheat.textContent).toContain('Rabi 2026-27');
    expect(screen.getAllByRole('link', { name: /^Learn more about/ })).toHaveLength(schemeIds.length);
  });

  it('filters the news by the category in the address', async () => {
    server.succeed('GET /api/v1/market/news?category=Prices', [], end);
    server.succeed('GET /api/v1/market/news', [], end);
    const { search } = openApp('/Market/news?category=Prices');
    await heading('No news in this category', 2);
    await userEvent.click(screen.getByRole('radio', { name: 'All' }));
    await heading('No market news yet', 2);
    expect(search()).toEqual({});
  });
});
