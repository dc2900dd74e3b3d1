// @vitest-environment happy-dom
import { focusManager } from '@tanstack/react-query';
import { cleanup, act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { sessionEnded } from '#people/users/events.ts';
import { toast } from '#ui/toast/toast.ts';
import {
  chosen,
  end,
  heading,
  openApp,
  overview,
  overviewOf,
  source,
  stubMarket,
  user,
} from '../../test/market-app.tsx';
import { exampleRate } from '../../test/rates.ts';
import { toasts } from '../../test/stub-server.tsx';

import './clear-device.ts';

let server: ReturnType<typeof stubMarket>;
beforeEach(() => {
  vi.spyOn(window, 'innerWidth', 'get').mockReturnValue(1280);
  server = stubMarket();
});
afterEach(() => {
  cleanup();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const exampleNews = {
  id: 'n1',
  title: 'Onion prices soften',
  summary: 'Arrivals grow.',
  time: '2026-11-20T06:30:00Z',
  category: 'Prices',
  impact: 'negative',
  source: 'Press Information Bureau',
  link: 'https://pib.gov.in/x',
  isSample: false,
};

it('starts with the viewer’s place, shows that it loads, and then how recent the data is', async () => {
  let answer = () => {};
  server.give(
    overviewOf(),
    () =>
      new Promise((resolve) => {
        answer = () => resolve(Response.json({ success: true, data: overview('Ludhiana, Punjab') }));
      }),
  );
  openApp('/Market');
  await screen.findByText('Loading market data...');
  answer();
  await screen.findByText('Live Data');
  await heading('Live Market Rates', 2);
  screen.getByText('Ludhiana, Punjab · mandi rates for 20 November 2026');
  screen.getByText(/^Data is sourced from the Government of India's Agricultural Marketing Division/);
  screen.getByText('The weather is not available right now.');
});

it('opens the place that the viewer chose before, but not that of another user of the phone', async () => {
  localStorage.setItem('upaj-place', 'somebody\nPunjab\nMoga');
  server.succeed(overviewOf(), overview('Ludhiana, Punjab'));
  server.succeed(overviewOf('Moga, Punjab'), overview('Moga, Punjab'));
  openApp('/Market');
  await screen.findByText(/^Ludhiana, Punjab · /);
  await userEvent.click(screen.getByRole('button', { name: /^Place: / }));
  await screen.findByRole('option', { name: 'Moga' });
  await userEvent.selectOptions(screen.getByLabelText('District'), 'Moga');
  await screen.findByText(/^Moga, Punjab · /);
  cleanup();
  openApp('/Market');
  await screen.findByText(/^Moga, Punjab · /);
  await userEvent.click(screen.getByRole('button', { name: 'Place: Moga, Punjab' }));
  expect(chosen('District')).toBe('Moga');
  sessionEnded.publish(user._id);
  expect(localStorage.getItem('upaj-place')).toBeNull();
});

it('lets the server choose the place of a viewer without an address', async () => {
  server.forget('GET /api/v1/users/current-user');
  server.succeed('GET /api/v1/users/current-user', { user });
  server.succeed(overviewOf(), overview('Delhi'));
  openApp('/Market');
  await screen.findByText(/^Delhi · /);
});

it('shows another place, names the wider area, and puts the choice in the address', async () => {
  server.succeed(overviewOf(), overview('Ludhiana, Punjab'));
  server.succeed(overviewOf('Ludhiana, Punjab'), overview('Ludhiana, Punjab'));
  server.succeed(overviewOf('Moga, Punjab'), overview('Moga, Punjab', { scope: 'state' }));
  const { search } = openApp('/Market');
  await screen.findByText('Live Data');
  await userEvent.click(screen.getByRole('button', { name: /^Place: / }));
  await screen.findByRole('option', { name: 'Moga' });
  await userEvent.selectOptions(screen.getByLabelText('District'), 'Moga');
  await screen.findByText('No mandi in Moga has reported recently. Showing rates from Punjab.');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Prices in' }), '₹/kg');
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

it('calls sample data by that name, and never live', async () => {
  const data = overview('Ludhiana, Punjab');
  data.sources.rates = { ...source, freshness: 'sample' };
  server.succeed(overviewOf(), data);
  openApp('/Market');
  await screen.findByText('Sample data from 20 November 2026');
  await heading('Market Rates', 2);
  screen.getByText(/^These rates are sample data/);
  expect(document.body.textContent).not.toMatch(/Live|Government of India's/);
});

it('shows a failure with a retry', async () => {
  server.refuse(overviewOf(), 'UNEXPECTED');
  server.succeed(overviewOf(), overview('Ludhiana, Punjab'));
  openApp('/Market');
  await heading('Market data unavailable', 2);
  await waitFor(() => expect(toasts()).toContain('Market data unavailable'));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Live Data');
});

it('shows each failure once, also on the next visit', async () => {
  const shown = vi.spyOn(toast, 'error');
  server.refuse(overviewOf(), 'UNEXPECTED');
  server.succeed(overviewOf(), overview('Ludhiana, Punjab'));
  server.refuse(overviewOf('Moga, Punjab'), 'UNEXPECTED');
  server.succeed('GET /api/v1/market/news', [], end);
  const { goTo } = openApp('/Market');
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await screen.findByText('Live Data');
  await goTo('/Market/news');
  await heading('No market news yet', 2);
  await goTo('/Market');
  await screen.findByText('Live Data');
  await setLocale('hi');
  await setLocale('en');
  expect(shown.mock.calls).toEqual([['Market data unavailable']]);
  await goTo('/Market?location=Moga%2C+Punjab');
  await heading('Market data unavailable', 2);
  await goTo('/Market');
  await screen.findByText('Live Data');
  expect(shown).toHaveBeenCalledTimes(2);
});

it('refetches when the tab becomes visible, and ends Live Data after some hours', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  server.succeed(overviewOf(), overview('Ludhiana, Punjab'));
  server.loseConnection(overviewOf());
  server.loseConnection('GET /api/v1/market/rates?state=Punjab&district=Ludhiana');
  openApp('/Market');
  await screen.findByText('Live Data');
  const requested = () => server.calls.filter(({ key }) => key.includes('/market/')).map(({ key }) => key);
  const before = requested().length;
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  expect(requested()).toHaveLength(before);
  act(() => vi.advanceTimersByTime(7 * 3_600_000));
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await waitFor(() => expect(requested().slice(before)).toContain(overviewOf()));
  expect(requested().slice(before)).toContain('GET /api/v1/market/rates?state=Punjab&district=Ludhiana');
  await screen.findByText(/^Latest data from 20 November 2026/);
  await heading('Market Rates', 2);
  expect(document.body.textContent).not.toContain('Live');
});

it('moves the focus to the rates when a filter is removed', async () => {
  server.succeed(overviewOf(), overview('Ludhiana, Punjab'));
  server.succeed('GET /api/v1/market/rates?state=Punjab&district=Ludhiana&trend=up', [], end);
  openApp('/Market?trend=up');
  await userEvent.click(await screen.findByRole('button', { name: 'Show all rates' }));
  expect(document.activeElement).toBe(await heading('Live Market Rates', 2));
});

it('shows what to choose while no place is known', async () => {
  server.forget('GET /api/v1/users/current-user');
  server.succeed('GET /api/v1/users/current-user', { user });
  server.refuse(overviewOf(), 'UNEXPECTED');
  openApp('/Market');
  await heading('Market data unavailable', 2);
  await screen.findByRole('option', { name: 'Punjab' });
  expect(chosen('State')).toBe('Choose a state');
  expect(chosen('District')).toBe('Choose a state first');
});

it('preserves the chosen place on the way through news and schemes', async () => {
  server.succeed(overviewOf('Moga, Punjab'), { ...overview('Moga, Punjab'), news: [exampleNews] });
  server.succeed('GET /api/v1/market/news', [], end);
  server.succeed('GET /api/v1/market/news?category=Prices', [], end);
  const { search } = openApp('/Market?location=Moga%2C+Punjab');
  await userEvent.click(await screen.findByRole('link', { name: 'View All News' }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Prices' }));
  await waitFor(() => expect(search()).toEqual({ location: 'Moga, Punjab', category: 'Prices' }));
  await userEvent.click(screen.getByRole('link', { name: 'Back to the market' }));
  await userEvent.click(await screen.findByRole('link', { name: 'View All Schemes' }));
  await heading('Government Schemes');
  await userEvent.click((await screen.findAllByRole('link', { name: /^Learn more about/ }))[0]!);
  await userEvent.click(await screen.findByRole('link', { name: 'All schemes' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Back to the market' }));
  await screen.findByText(/^Moga, Punjab · /);
  await userEvent.click(screen.getAllByRole('link', { name: /^Learn more about/ })[0]!);
  await screen.findByRole('link', { name: 'All schemes' });
  expect(search()).toEqual({ location: 'Moga, Punjab' });
});

it('shows the crops of the viewer first, and pins others', async () => {
  const onion = exampleRate({ _id: '7', commodity: 'Onion', crop: 'onion' });
  const data = { ...overview('Ludhiana, Punjab'), own: [{ isPinned: false, rate: onion }] };
  server.succeed(overviewOf(), data);
  openApp('/Market');
  const own = await screen.findByRole('table', { name: 'Your crops' });
  const names = () => [...own.querySelectorAll('th a')].map(({ textContent }) => textContent);
  expect(names()).toEqual(['Onion']);
  const put = 'PUT /api/v1/market/pins';
  server.succeed(put);
  await userEvent.click(screen.getByRole('button', { name: 'Pin Wheat to the top' }));
  await waitFor(() => expect(names()).toEqual(['Wheat', 'Onion']));
  server.forget(put);
  server.refuse(put, 'TOO_MANY_PINS');
  await userEvent.click(within(own).getByRole('button', { name: 'Pin Onion to the top' }));
  await screen.findByText(/^The pin could not be saved. You can pin at most 20 crops/);
  within(own).getByRole('button', { name: 'Pin Onion to the top' });
  within(own).getByRole('button', { name: 'Unpin Wheat' });
});

it('finds a commodity by another name, and only its rates are shown', async () => {
  server.succeed(overviewOf(), overview('Ludhiana, Punjab'));
  server.succeed('GET /api/v1/crops?q=gehun&lang=en', [
    { id: 'wheat', en: 'Wheat', hi: 'गेहूं', name: 'Wheat' },
  ]);
  server.succeed(
    'GET /api/v1/market/rates?state=Punjab&district=Ludhiana&commodity=wheat',
    [exampleRate({ variety: 'Dara' })],
    end,
  );
  const { search } = openApp('/Market');
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search commodities' }), 'gehun');
  await userEvent.click(await screen.findByRole('option', { name: /^Wheat/ }));
  await screen.findByText('Dara');
  expect(search()).toMatchObject({ commodity: 'wheat' });
  await userEvent.clear(screen.getByRole('combobox', { name: 'Search commodities' }));
  await waitFor(() => expect(search()['commodity']).toBeUndefined());
});
