// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import type { Source } from '@upaj/contract/mandi/market-page';
import type { Weather } from '@upaj/contract/mandi/weather';
import { afterEach, expect, it } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { renderPart } from '../../../test/stub-server.tsx';
import { WeatherPanel } from './weather-panel.tsx';

const sky = { code: 2, condition: 'Partly cloudy', icon: 'partly-cloudy' } as const;
const weather: Weather = {
  location: 'Delhi',
  current: { temperature: 24.4, humidity: 48, windSpeed: 6.1, ...sky },
  forecast: [
    { day: '2020-01-04', high: 30.4, low: 13.6, rain: 0, ...sky },
    { day: '2020-01-05', high: null, low: null, rain: null, ...sky, code: 95, icon: 'thunder' },
    { day: '2020-01-06', high: 27, low: 12, rain: 90, ...sky, code: 42, icon: 'fog' },
  ],
  alerts: [
    { type: 'heavy-rain', icon: 'heavy-rain', message: 'x', day: '2020-01-06', value: 64 },
    { type: 'spraying', icon: 'spraying', message: 'x', day: '2020-01-05', value: null },
  ],
  isSample: false,
  fetchedAt: new Date(Date.now() - 3 * 60 * 60_000).toISOString(),
};
const source = (freshness: Source['freshness']): Source => ({
  name: 'Open-Meteo',
  url: null,
  freshness,
  updatedAt: null,
  isFailing: false,
});

afterEach(async () => {
  cleanup();
  await setLocale('en');
});

const open = (shown: Weather | null, freshness: Source['freshness'] = 'live') =>
  renderPart(() => <WeatherPanel weather={shown} source={source(freshness)} place="Delhi" />);

it('shows the weather, the forecast and the advisories', () => {
  open(weather);
  screen.getByText('24°C');
  screen.getByText('Partly cloudy, Delhi');
  screen.getByText('Humidity 48% · Wind 6 km/h');
  const rows = within(screen.getByRole('table', { name: '5-day forecast' })).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent)).slice(1)).toEqual([
    ['Sat', 'Partly cloudy', '30° / 14°', '0%'],
    ['Sun', 'Thunderstorm', '– / –', '–'],
    ['Mon', 'Fog', '27° / 12°', '90%'],
  ]);
  expect(screen.getAllByRole('heading', { name: 'Agricultural Advisory' })).toHaveLength(2);
  screen.getByText(/^Monday: heavy rain expected, up to 64 mm\./);
  screen.getByText(/^Sunday: good conditions for spraying\. Light winds/);
  expect(screen.queryByText(/out of date/)).toBeNull();
});

it('names the provider', () => {
  open(weather);
  const links = screen
    .getAllByRole('link')
    .map((link) => [link.getAttribute('href'), link.getAttribute('rel')]);
  expect(links).toEqual([
    ['https://open-meteo.com/', 'noopener noreferrer'],
    ['https://creativecommons.org/licenses/by/4.0/', 'noopener noreferrer'],
  ]);
});

it('shows the age of an old report', () => {
  open(weather, 'old');
  screen.getByText('This weather report may be out of date. Last updated: 3h ago');
});

it('marks sample weather, and names no provider', () => {
  open({ ...weather, isSample: true, alerts: [] }, 'sample');
  screen.getByText('Sample data');
  screen.getByText(/^This weather is sample data/);
  expect(screen.queryByRole('link')).toBeNull();
});

it('shows that there is none', () => {
  open(null, 'none');
  screen.getByText('The weather is not available right now.');
  expect(screen.queryByRole('table')).toBeNull();
});

it('is in Hindi in Hindi', async () => {
  await setLocale('hi');
  open(weather);
  screen.getByText('हल्के बादल, Delhi');
  screen.getByText(/^सोमवार को तेज बारिश/);
});
