// @vitest-environment happy-dom
import { useQueryClient } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dayInIndia, writeDay } from '@upaj/contract/days';
import type { WantedForm as SentWanted } from '@upaj/contract/trade/wanted';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { addWanted } from './api.ts';
import { WantedForm } from './wanted-form.tsx';
import { exampleWanted } from '../../../test/wanted.ts';

vi.mock('@tanstack/react-router', () => ({ useBlocker: () => {} }));

const post = 'POST /api/v1/wanted';
const empty = {
  cropType: '',
  quantity: '',
  unit: 'quintal',
  maxPrice: '',
  priceUnit: 'per quintal',
  state: 'Maharashtra',
  district: 'Nashik',
  endDate: '',
  note: '',
};
const endDate = writeDay(dayInIndia() + 12);
const filled = { ...empty, cropType: 'Onion', quantity: '12.5', maxPrice: '₹2,650', endDate };

const onSaved = vi.fn<() => void>();
const onCancel = vi.fn<() => void>();
let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  server = stubServer();
  vi.clearAllMocks();
});
afterEach(() => cleanup());

function Form({ initial }: { initial: typeof empty }) {
  const client = useQueryClient();
  const send = (wanted: SentWanted) => addWanted(client, wanted);
  const actions = { action: 'Publish', busyAction: 'Publishing…' };
  return <WantedForm initial={initial} {...actions} send={send} onSaved={onSaved} onCancel={onCancel} />;
}
/** happy-dom does not select the initial options, so this does it. */
async function show(initial = filled): Promise<void> {
  renderPart(() => <Form initial={initial} />);
  const chosen = [
    ['Unit', initial.unit],
    ['Price unit', initial.priceUnit],
    ['State', initial.state],
    ['District', initial.district],
  ] as const;
  for (const [label, value] of chosen) await userEvent.selectOptions(field(label), value);
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const publish = () => userEvent.click(screen.getByRole('button', { name: 'Publish' }));
const errorOf = (label: string) =>
  field(label)
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

it('sends what was typed as numbers, with the crop’s English name', async () => {
  server.succeed(post, exampleWanted());
  await show({ ...filled, cropType: 'प्याज', quantity: '१२.५' });
  await publish();
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  const sent = server.calls.filter(({ key }) => key === post);
  const body = { ...filled, cropType: 'Onion', quantity: 12.5, maxPrice: 2650 };
  expect(sent).toEqual([{ key: post, body }]);
});

it('shows each error at its field, and sends nothing', async () => {
  await show({ ...empty, quantity: '-1', state: '', district: '' });
  await publish();
  await waitFor(() => expect(errorOf('Crop')).toContain('Enter a crop'));
  expect(errorOf('Quantity')).toContain('Enter an amount above 0');
  expect(errorOf('Maximum price')).toContain('Enter the highest price that you pay');
  expect(errorOf('Until')).toContain('Enter an end date');
  expect(server.calls).toEqual([]);
  expect(onSaved).not.toHaveBeenCalled();
});

it('shows the server’s errors at their fields, and why it failed, without losing what was typed', async () => {
  server.refuse(post, 'INVALID_INPUT', { fields: { maxPrice: 'targetPriceInvalid' } });
  server.refuse(post, 'TOO_MANY_WANTED');
  await show();
  await publish();
  await waitFor(() => expect(errorOf('Maximum price')).toBeTruthy());
  expect(document.activeElement).toBe(field('Maximum price'));
  await publish();
  await screen.findByText(/Your wanted post could not be saved/);
  expect(field('Maximum price').value).toBe('₹2,650');
  expect(field('Crop').value).toBe('Onion');
});

it('suggests the unit in which a crop is sold, but changes none under a price', async () => {
  await show(empty);
  await userEvent.type(field('Crop'), 'Coconut');
  const usual = field('Price unit').value;
  expect(usual).not.toBe('per quintal');
  cleanup();
  await show({ ...empty, maxPrice: '30' });
  await userEvent.type(field('Crop'), 'Coconut');
  expect(field('Price unit').value).toBe('per quintal');
});

it('forgets the district of another state', async () => {
  await show();
  await userEvent.selectOptions(field('State'), 'Punjab');
  expect(field('District').value).toBe('');
});

it('asks before it sends a price that is far from the mandi’s', async () => {
  server.succeed('GET /api/v1/market/price?cropType=Onion&state=Maharashtra&district=Nashik', {
    rateId: '7',
    market: 'Lasalgaon',
    modalPrice: 2600,
    arrivalDate: '2026-11-20',
    distanceKm: 0,
    isSample: false,
  });
  server.succeed(post, exampleWanted());
  await show({ ...filled, maxPrice: '26.50' });
  await publish();
  await screen.findByText(
    '₹26.50 per quintal is ₹0.27 per kg. The mandi price is about ₹26 per kg, which is ₹2,600 per quintal.',
  );
  expect(server.calls.filter(({ key }) => key === post)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Continue with this price' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
});
