// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FieldMessageKey } from '@upaj/contract/field-messages';
import type { PriceAlert } from '@upaj/contract/mandi/alerts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fill, list, showAlerts, stubAlertServer } from '../../../test/alert-panel.tsx';
import { onions, patialaWheat, wheat } from '../../../test/alerts.ts';

const edit = 'PATCH /api/v1/alerts/a1';
let server: ReturnType<typeof stubAlertServer>;

beforeEach(() => {
  server = stubAlertServer();
});
afterEach(cleanup);

const sent = () => server.calls.filter(({ key }) => key === edit).map(({ body }) => body);
const value = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
const editButton = () => screen.findByRole('button', { name: /^Edit: Wheat, above ₹2,600/ });
async function openEdit() {
  await userEvent.click(await editButton());
  const form = await screen.findByRole('form', { name: /^Edit: Wheat/ });
  expect(document.activeElement).toBe(form);
  return form;
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

it('starts with the values of the alert, and sends them', async () => {
  localStorage.setItem('upaj-unit', 'kg');
  showAlerts(server, [wheat, onions]);
  server.succeed(edit, { ...wheat, type: 'below', targetPrice: 2550.5 });
  await openEdit();
  await waitFor(() => expect(value(/^Mandi/)).toBe('Ludhiana\nKhanna'));
  expect([value('Commodity'), value(/^State/), value('Target price'), value('Price per')]).toEqual([
    'Wheat',
    'Punjab',
    '2600',
    'quintal',
  ]);
  server.forget(list);
  server.succeed(list, [{ ...wheat, type: 'below', targetPrice: 2550.5 }]);
  fill('Notify me when the price is', 'below');
  fill('Target price', '₹2,550.50');
  await save();
  await screen.findByText('Price alert set.');
  expect(sent()).toEqual([
    {
      commodity: 'Wheat',
      state: 'Punjab',
      district: 'Ludhiana',
      market: 'Khanna',
      type: 'below',
      targetPrice: 2550.5,
      unit: 'quintal',
    },
  ]);
  await screen.findByText(/below ₹2,550.50/);
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Edit: Wheat, below/);
  // The server removed the other alert, which had become equal.
  await waitFor(() => expect(screen.queryByText('Onion')).toBeNull());
});

it('changes the mandi, and says when the price is there already', async () => {
  showAlerts(server, [wheat]);
  const saved: PriceAlert = { ...wheat, ...patialaWheat, isMet: true, currentPrice: 2700 };
  server.succeed(edit, saved);
  await openEdit();
  await waitFor(() => expect(within(screen.getByLabelText(/^Mandi/)).getAllByRole('option')).toHaveLength(3));
  await userEvent.selectOptions(screen.getByLabelText(/^Mandi/), 'Khanna (Patiala)');
  await save();
  await screen.findByText(/The price is already above that: ₹2,700 per quintal/);
  expect(sent()).toMatchObject([patialaWheat].map((place) => ({ ...place, commodity: 'Wheat' })));
});

it('shows an edited alert also where another commodity is listed', async () => {
  showAlerts(server, [wheat], patialaWheat);
  server.succeed(edit, { ...onions, _id: wheat._id });
  server.forget(list);
  server.succeed(list, [{ ...onions, _id: wheat._id }]);
  await openEdit();
  fill('Commodity', 'Onion');
  await save();
  expect((await screen.findByText('Onion')).tagName).toBe('B');
});

it('changes nothing when it is cancelled', async () => {
  showAlerts(server, [wheat]);
  await openEdit();
  fill('Target price', '1');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(await editButton());
  expect(sent()).toEqual([]);
});

it('refuses a wrong price at its field', async () => {
  showAlerts(server, [wheat]);
  await openEdit();
  fill('Target price', '12.345');
  await save();
  const control = screen.getByLabelText('Target price');
  await waitFor(() => expect(control.getAttribute('aria-invalid')).toBe('true'));
  expect(document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Enter a price above 0 in rupees, with at most 2 decimal places',
  );
  expect(sent()).toEqual([]);
});

it.each<[string, FieldMessageKey, string | RegExp]>([
  ['commodity', 'commodityUnknown', 'Commodity'],
  ['market', 'marketInvalid', /^Mandi/],
])('shows the server’s error at %s, and preserves the form', async (field, key, label) => {
  showAlerts(server, [wheat]);
  server.refuse(edit, 'INVALID_INPUT', { fields: { [field]: key } });
  await openEdit();
  fill('Target price', '2700');
  await save();
  await waitFor(() => expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true'));
  expect(value('Target price')).toBe('2700');
});

it.each([
  ['ALERT_NOT_FOUND', 'The alert could not be changed. This price alert no longer exists'],
  ['lost connection', 'The alert could not be changed. Network error. Please check your connection.'],
] as const)('preserves the form when saving fails: %s', async (code, message) => {
  showAlerts(server, [wheat]);
  if (code === 'lost connection') server.loseConnection(edit);
  else server.refuse(edit, code);
  await openEdit();
  fill('Target price', '2700');
  await save();
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(value('Target price')).toBe('2700');
});
