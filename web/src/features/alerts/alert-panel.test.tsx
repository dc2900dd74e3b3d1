// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PriceAlert } from '@upaj/contract/alerts';
import type { FieldMessageKey } from '@upaj/contract/messages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts, setLocale } from '#i18n/locale.ts';
import { wheat } from '../../../test/alerts.ts';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { AlertPanel } from './alert-panel.tsx';
import type { AlertStart } from './alert-values.ts';

const list = 'GET /api/v1/alerts';
const add = 'POST /api/v1/alerts';
let server: ReturnType<typeof stubServer>;

beforeEach(async () => {
  server = stubServer();
  server.succeed('GET /api/v1/market/commodities', [
    { commodity: 'Paddy(Dhan)(Basmati)', crop: null },
    { commodity: 'Onion', crop: 'Onion' },
  ]);
  server.succeed('GET /api/v1/market/markets?state=Punjab', [
    { market: 'Khanna', district: 'Ludhiana' },
    { market: 'Khanna', district: 'Patiala' },
  ]);
  await loadTexts('alerts');
});
afterEach(async () => {
  cleanup();
  await setLocale('en');
});

function show(alerts: PriceAlert[], initial?: AlertStart) {
  server.succeed(list, alerts);
  renderPart(() => <AlertPanel initial={initial} />);
}
async function openForm() {
  await userEvent.click(await screen.findByRole('button', { name: 'Add Alert' }));
  // The form comes over the line.
  await screen.findByLabelText('Target price', undefined, { timeout: 5_000 });
}
async function fillPlace() {
  fill(/^State/, 'Punjab');
  await waitFor(() => expect(within(screen.getByLabelText(/^Mandi/)).getAllByRole('option')).toHaveLength(3));
  await userEvent.selectOptions(screen.getByLabelText(/^Mandi/), 'Khanna (Patiala)');
}
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Set alert' }));
const sent = (key: string) => server.calls.filter((call) => call.key === key).map(({ body }) => body);
const value = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;

describe('the list', () => {
  it.each<[string, Partial<PriceAlert>, string[]]>([
    [
      'of one mandi',
      {},
      [
        'Wheat above ₹2,600 per quintal',
        'Khanna, Punjab',
        'Now ₹2,450 per quintal in Khanna',
        'Not reached yet',
      ],
    ],
    [
      'of a state, by the kilogram, reached',
      {
        district: '',
        market: '',
        unit: 'kg',
        type: 'below',
        targetPrice: 12.5,
        isMet: true,
        currentPrice: 11,
      },
      ['Wheat below ₹12.50 per kg', 'Any mandi in Punjab', 'Now ₹11 per kg in Khanna', 'Reached now'],
    ],
    [
      'of anywhere, paused, with no price',
      {
        state: '',
        district: '',
        market: '',
        isActive: false,
        isMet: true,
        currentPrice: null,
        currentMarket: null,
      },
      ['Any mandi in India', 'No mandi reports a price at present', 'Paused'],
    ],
    ['of what is no crop', { commodity: 'Paddy(Dhan)(Basmati)', crop: null }, ['Paddy(Dhan)(Basmati) above']],
  ])('shows an alert %s', async (_, change, texts) => {
    show([{ ...wheat, ...change }]);
    const item = await screen.findByRole('listitem');
    for (const text of texts) expect(item.textContent).toContain(text);
  });

  it('says that it could not be had, and asks again', async () => {
    server.refuse(list, 'UNEXPECTED');
    show([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    await screen.findByText('No price alerts set');
  });
});

describe('a new alert', () => {
  it.each([
    ['commodity', '', '2600', 'Choose a commodity'],
    ['price', 'Wheat', '', 'Enter a price'],
    ['price', 'Wheat', '0', 'Enter a price above 0 in rupees, with at most 2 decimals'],
    ['price', 'Wheat', '12.345', 'Enter a price above 0 in rupees, with at most 2 decimals'],
    ['price', 'Wheat', 'a lot', 'Enter a price above 0 in rupees, with at most 2 decimals'],
    ['price', 'Wheat', '-5', 'Enter a price above 0 in rupees, with at most 2 decimals'],
  ])('is refused at the %s: "%s", "%s"', async (field, commodity, price, message) => {
    show([]);
    await openForm();
    fill('Commodity', commodity);
    fill('Target price', price);
    await submit();
    const control = screen.getByLabelText(field === 'price' ? 'Target price' : 'Commodity');
    await waitFor(() => expect(control.getAttribute('aria-invalid')).toBe('true'));
    const described = document.getElementById(control.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe(message);
    expect(sent(add)).toEqual([]);
  });

  it('is sent as it is meant, and stands in the list', async () => {
    show([]);
    server.succeed(add, wheat);
    await openForm();
    fill('Commodity', 'गेहूं');
    await fillPlace();
    fill('Target price', '₹ २,६००');
    await submit();
    await screen.findByText('The alert is set.');
    await screen.findByRole('listitem');
    expect(sent(add)).toEqual([
      {
        commodity: 'Wheat',
        state: 'Punjab',
        district: 'Patiala',
        market: 'Khanna',
        type: 'above',
        targetPrice: 2600,
        unit: 'quintal',
      },
    ]);
    expect(screen.queryByLabelText('Target price')).toBeNull();
  });

  it('begins where somebody comes from', async () => {
    const onions = { ...wheat, _id: 'another', commodity: 'onion', crop: 'onion' };
    show([wheat, onions], {
      commodity: wheat.commodity,
      state: 'Punjab',
      district: 'Patiala',
      market: 'Khanna',
    });
    expect(await screen.findAllByRole('switch')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Add Alert' }));
    await screen.findByLabelText('Target price');
    expect([value('Commodity'), value(/^Mandi/)]).toEqual(['Wheat', 'Patiala\nKhanna']);
  });

  it('forgets the mandi of another state', async () => {
    show([]);
    server.succeed('GET /api/v1/market/markets?state=Haryana', []);
    server.succeed(add, wheat);
    await openForm();
    fill('Commodity', 'Wheat');
    await fillPlace();
    fill(/^State/, 'Haryana');
    fill('Target price', '20');
    fill('For', 'kg');
    await submit();
    await waitFor(() =>
      expect(sent(add)).toMatchObject([
        { state: 'Haryana', district: '', market: '', targetPrice: 20, unit: 'kg' },
      ]),
    );
  });

  it.each([
    [
      'above',
      'The price is above that already: ₹2,650 per quintal in Khanna. You will be told when it gets there the next time.',
    ],
    [
      'below',
      'The price is below that already: ₹2,650 per quintal in Khanna. You will be told when it gets there the next time.',
    ],
  ] as const)('says when the price is %s it already', async (type, text) => {
    show([]);
    server.succeed(add, { ...wheat, type, isMet: true, currentPrice: 2650 });
    await openForm();
    fill('Commodity', 'wheat');
    fill('Target price', '2600');
    await submit();
    await screen.findByText(text);
  });

  it.each<[string, FieldMessageKey, string | RegExp]>([
    ['commodity', 'commodityUnknown', 'Commodity'],
    ['market', 'marketInvalid', /^Mandi/],
    ['targetPrice', 'targetPriceInvalid', 'Target price'],
  ])('shows what the server says of %s there, and loses nothing', async (field, key, label) => {
    show([]);
    server.refuse(add, 'INVALID_INPUT', { fields: { [field]: key } });
    await openForm();
    fill('Commodity', 'Wheat');
    await fillPlace();
    fill('Target price', '2600');
    await submit();
    await waitFor(() => expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true'));
    const values = [value('Commodity'), value(/^State/), value(/^Mandi/), value('Target price')];
    expect(values).toEqual(['Wheat', 'Punjab', 'Patiala\nKhanna', '2600']);
  });

  it.each([
    [
      'TOO_MANY_ALERTS',
      'The alert could not be set. You can have at most 50 price alerts. Remove one first.',
    ],
    ['no line', 'The alert could not be set. Network error. Please check your connection.'],
  ] as const)('loses nothing when it fails: %s', async (code, message) => {
    show([]);
    if (code === 'no line') server.cutLine(add);
    else server.refuse(add, code);
    await openForm();
    fill('Commodity', 'Onion');
    fill('Target price', '15.50');
    await submit();
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect([value('Commodity'), value('Target price')]).toEqual(['Onion', '15.50']);
  });
});
