// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useUser } from '#people/users/session.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { AddressCard } from './address-card.tsx';

const key = 'PATCH /api/v1/address/update-address';
const home = { state: 'Punjab', district: 'Ludhiana', city: 'Khanna', village: 'Rampur', pincode: '141401' };
const nowhere = { state: '', district: '', city: '', village: '', pincode: '' };
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(() => cleanup());

function Part() {
  const user = useUser();
  return user && <AddressCard user={user} />;
}
async function edit(address = home) {
  renderPart(() => <Part />, { _id: 'u1', address, socialStats: {} } as never);
  await userEvent.click(screen.getByRole('button', { name: 'Edit address' }));
  await screen.findByLabelText(/^Pincode/);
  // happy-dom does not show a select's default value.
  for (const [name, value] of [
    ['State', address.state],
    ['District', address.district],
  ] as const)
    fireEvent.change(screen.getByLabelText(name), { target: { value } });
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

it('saves the whole address, and shows the result', async () => {
  let answer = () => {};
  server.give(
    key,
    () =>
      new Promise((resolve) => {
        answer = () => resolve(Response.json({ success: true, data: { ...home, city: 'Samrala' } }));
      }),
  );
  await edit();
  type('City', 'Samrala');
  await save();
  expect(await screen.findByRole('button', { name: 'Saving…' })).toBeTruthy();
  answer();
  await waitFor(() => expect(toasts()).toContain('Address updated'));
  expect(server.calls[0]?.body).toEqual({ ...home, city: 'Samrala' });
  expect(screen.getByText('Samrala')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

it.each([
  [
    'the server’s words',
    () => server.refuse(key, 'TOO_MANY_REQUESTS'),
    'Too many attempts. Please wait a while and try again.',
  ],
  ['its own words without a line', () => server.loseConnection(key), 'Failed to save address'],
  [
    'its own words where the server has none',
    () => server.give(key, () => new Response('<html>', { status: 502 })),
    'Failed to save address',
  ],
])('shows %s, and preserves the form', async (_, prepare, message) => {
  prepare();
  await edit();
  type('City', 'Samrala');
  await save();
  await waitFor(() => expect(toasts()).toContain(message));
  expect(field('City').value).toBe('Samrala');
});

it.each([
  ['Pincode', '1234', 'Pincode must be 6 digits'],
  ['City', ' ', 'City is required'],
  ['District', '', 'District is required'],
])('refuses %s: %j', async (name, value, message) => {
  await edit();
  type(name, value);
  await save();
  await screen.findByText(message);
  expect(server.calls).toEqual([]);
});

it('saves an address without village and pincode', async () => {
  const inCity = { ...home, village: '', pincode: '' };
  server.give(key, () => Response.json({ success: true, data: inCity }));
  await edit();
  type('Village', '');
  type('Pincode', '');
  await save();
  await waitFor(() => expect(toasts()).toContain('Address updated'));
  expect(server.calls[0]?.body).toEqual(inCity);
});

it('resets the district with the state', async () => {
  await edit();
  type('State', 'Gujarat');
  expect(field('District').value).toBe('');
  await save();
  await screen.findByText('District is required');
});

it('restores the saved address', async () => {
  await edit(nowhere);
  type('City', 'Samrala');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('No address yet')).toBeTruthy();
  expect(server.calls).toEqual([]);
});

describe('a typed pincode', () => {
  const call = (pincode: string) => `GET /api/v1/pincodes/${pincode}`;
  const place = () => [field('State').value, field('District').value];
  beforeEach(() => {
    server.succeed(call('411001'), { pincode: '411001', state: 'Maharashtra', district: 'Pune' });
    server.succeed(call('390001'), { pincode: '390001', state: 'Gujarat', district: 'Vadodara' });
    server.refuse(call('999999'), 'PINCODE_NOT_FOUND');
  });

  it('fills in an empty state and district, and corrects what it filled in', async () => {
    await edit(nowhere);
    type('Pincode', '41100');
    expect(server.calls).toEqual([]);
    type('Pincode', '411001');
    await waitFor(() => expect(place()).toEqual(['Maharashtra', 'Pune']));
    type('Pincode', '390001');
    await waitFor(() => expect(place()).toEqual(['Gujarat', 'Vadodara']));
  });

  it('fills in the district of a chosen state', async () => {
    await edit(nowhere);
    type('State', 'Gujarat');
    type('Pincode', '390001');
    await waitFor(() => expect(place()).toEqual(['Gujarat', 'Vadodara']));
  });

  it('never replaces a chosen place', async () => {
    await edit();
    type('Pincode', '411001');
    await waitFor(() => expect(server.calls.length).toBe(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(place()).toEqual(['Punjab', 'Ludhiana']);
  });

  it('that is unknown gets a polite line', async () => {
    await edit(nowhere);
    type('Pincode', '999999');
    const text = 'We don’t know this pincode. Please choose the state and district.';
    expect((await screen.findByText(text)).getAttribute('role')).toBe('status');
    type('Pincode', '99999');
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  });
});
