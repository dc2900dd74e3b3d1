// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
