// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FieldMessageKey } from '@upaj/contract/field-messages';
import type { PriceAlert } from '@upaj/contract/mandi/alerts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  add,
  fill,
  list,
  openForm,
  showAlerts,
  stubAlertServer,
  submit,
} from '../../../test/alert-panel.tsx';
import { onions, patialaWheat, wheat } from '../../../test/alerts.ts';
import type { AlertStart } from './alert-values.ts';

let server: ReturnType<typeof stubAlertServer>;

beforeEach(() => {
  server = stubAlertServer();
});
afterEach(() => cleanup());

const show = (alerts: PriceAlert[], initial?: AlertStart) => showAlerts(server, alerts, initial);
async function fillPlace() {
  fill(/^State/, 'Punjab');
  await waitFor(() => expect(within(screen.getByLabelText(/^Mandi/)).getAllByRole('option')).toHaveLength(3));
  await userEvent.selectOptions(screen.getByLabelText(/^Mandi/), 'Khanna (Patiala)');
}
const sent = (key: string) => server.calls.filter((call) => call.key === key).map(({ body }) => body);
const value = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;

describe('a new alert', () => {
  it.each([
    ['commodity', '', '2600', 'Choose a commodity'],
    ['price', 'Wheat', '', 'Enter a price'],
    ['price', 'Wheat', '0', 'Enter a price above 0 in rupees, with at most 2 decimal places'],
    ['price', 'Wheat', '12.345', 'Enter a price above 0 in rupees, with at most 2 decimal places'],
    ['price', 'Wheat', 'a lot', 'Enter a price above 0 in rupees, with at most 2 decimal places'],
    ['price', 'Wheat', '-5', 'Enter a price above 0 in rupees, with at most 2 decimal places'],
  ])('is refused at the field %s: "%s", "%s"', async (field, commodity, price, message) => {
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

  it('is sent with its values, and appears in the list', async () => {
    show([]);
    server.succeed(add, wheat);
    await openForm();
    fill('Commodity', 'गेहूं');
    await fillPlace();
    fill('Target price', '₹ २,६००');
    await submit();
    await screen.findByText('Price alert set.');
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

  it('shows the confirmation while it is saved', async () => {
    show([]);
    server.succeed(add, wheat);
    server.succeed('DELETE /api/v1/alerts/a1');
    await openForm();
    fill('Commodity', 'Wheat');
    fill('Target price', '2600');
    await submit();
    await screen.findByText('Price alert set.');
    await userEvent.click(await screen.findByRole('button', { name: /^Remove: Wheat/ }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await screen.findByText('No price alerts set');
    expect(screen.queryByText('Price alert set.')).toBeNull();
  });

  it('is not overwritten by an older list', async () => {
    let arrive = () => {};
    const client = show([]);
    server.succeed(add, wheat);
    await screen.findByText('No price alerts set');
    server.forget(list);
    server.give(list, async () => {
      await new Promise<void>((resolve) => (arrive = resolve));
      return Response.json({ success: true, data: [] });
    });
    server.succeed(list, [wheat]);
    void client.invalidateQueries({ queryKey: ['alerts'] });
    await openForm();
    fill('Commodity', 'Wheat');
    fill('Target price', '2600');
    await submit();
    await screen.findByText('Price alert set.');
    arrive();
    await waitFor(() => expect(client.isFetching()).toBe(0));
    // Toasts are list items too, so they are excluded.
    expect(document.querySelectorAll('li:not([data-sonner-toast])')).toHaveLength(1);
    expect(server.calls.filter(({ key }) => key === list)).toHaveLength(3);
  });

  it('starts with the values of the screen before', async () => {
    localStorage.setItem('upaj-unit', 'kg');
    show([wheat, onions], patialaWheat);
    expect(await screen.findAllByRole('switch')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Add Alert' }));
    await screen.findByLabelText('Target price');
    expect([value('Commodity'), value(/^Mandi/)]).toEqual(['Wheat', 'Patiala\nKhanna']);
    expect(value('Price per')).toBe('kg');
  });

  it('resets the mandi when the state changes', async () => {
    show([]);
    server.succeed('GET /api/v1/market/markets?state=Haryana', []);
    server.succeed(add, wheat);
    await openForm();
    fill('Commodity', 'Wheat');
    await fillPlace();
    fill(/^State/, 'Haryana');
    fill('Target price', '20');
    fill('Price per', 'kg');
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
      'The price is already above that: ₹2,650 per quintal in Khanna. You will get a notification the next time it reaches your target.',
    ],
    [
      'below',
      'The price is already below that: ₹2,650 per quintal in Khanna. You will get a notification the next time it reaches your target.',
    ],
  ] as const)('warns when the price is already %s the target', async (type, text) => {
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
  ])('shows the server’s error at %s, and preserves the form', async (field, key, label) => {
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
    ['lost connection', 'The alert could not be set. Network error. Please check your connection.'],
  ] as const)('preserves the form when saving fails: %s', async (code, message) => {
    show([]);
    if (code === 'lost connection') server.loseConnection(add);
    else server.refuse(add, code);
    await openForm();
    fill('Commodity', 'Onion');
    fill('Target price', '15.50');
    await submit();
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect([value('Commodity'), value('Target price')]).toEqual(['Onion', '15.50']);
  });
});
