// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts } from '#i18n/locale.ts';
import { currentUserQuery, hasJustEntered } from '#people/users/session.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { PlaceChip, PlaceQuestion } from './place-chip.tsx';
import { chosenPlaceOf, clearPlace, placeOf } from './place.ts';

const nowhere = { state: '', district: '', city: '', village: '', pincode: '' };
const khanna = { state: 'Punjab', district: 'Ludhiana', city: 'Khanna', village: '', pincode: '141401' };
const pune = { state: 'Maharashtra', district: 'Pune' };
const save = 'PUT /api/v1/address/place';
let server: ReturnType<typeof stubServer>;

beforeAll(() => loadTexts('place'));
beforeEach(() => {
  server = stubServer();
  server.succeed('GET /api/v1/pincodes/411001', { pincode: '411001', ...pune });
  server.refuse('GET /api/v1/pincodes/999999', 'PINCODE_NOT_FOUND');
});
afterEach(() => {
  cleanup();
  clearPlace();
  localStorage.clear();
  hasJustEntered.set(false);
  vi.unstubAllGlobals();
});

const memberAt = (address: typeof khanna) =>
  ({ _id: 'u1', isComplete: true, address, socialStats: {} }) as never;
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const type = async (name: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(name), { target: { value } });
const shown = (name: string) => screen.getByLabelText<HTMLSelectElement>(name).value;

it('asks a member without a place once after the log-in, and stores the answer in the profile', async () => {
  hasJustEntered.set(true);
  server.succeed(save, { ...nowhere, ...pune, pincode: '411001' });
  const client = renderPart(() => <PlaceQuestion />, memberAt(nowhere));
  await screen.findByRole('dialog', { name: 'Where are you?' });
  await type('Pincode', '411001');
  await waitFor(() => expect([shown('State'), shown('District')]).toEqual(['Maharashtra', 'Pune']));
  await press('Save');
  await waitFor(() => expect(toasts()).toContain('Your place: Pune, Maharashtra'));
  expect(server.calls.at(-1)).toEqual({ key: save, body: { ...pune, pincode: '411001' } });
  expect(placeOf(client.getQueryData(currentUserQuery.queryKey))).toEqual(pune);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('does not ask again when it was skipped', async () => {
  hasJustEntered.set(true);
  renderPart(() => <PlaceQuestion />, memberAt(nowhere));
  await press('Skip');
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  hasJustEntered.set(true);
  renderPart(() => <PlaceQuestion />, memberAt(nowhere));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.calls).toEqual([]);
});

it.each([
  ['with an address', khanna, true],
  ['that was logged in before', nowhere, false],
])('does not ask a member %s', (_, address, isNew) => {
  hasJustEntered.set(isNew);
  renderPart(() => <PlaceQuestion />, memberAt(address));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('stores another place than that of the address on this device only, until it is the address again', async () => {
  const user = memberAt(khanna);
  renderPart(() => <PlaceChip />, user);
  await press(/Ludhiana/);
  await type('Pincode', '411001');
  await waitFor(() => expect(shown('District')).toBe('Pune'));
  await press('Save');
  await screen.findByRole('button', { name: /Pune/ });
  expect(placeOf(user)).toEqual(pune);
  expect(placeOf({ ...(user as object), _id: 'u2' } as never)).toEqual({
    state: 'Punjab',
    district: 'Ludhiana',
  });
  expect(server.calls.map(({ key }) => key)).toEqual(['GET /api/v1/pincodes/411001']);

  await press(/Pune/);
  await press('My address: Ludhiana');
  await screen.findByRole('button', { name: /Ludhiana/ });
  expect(chosenPlaceOf(user)).toBeUndefined();
});

it('finds the nearest district by the position of the device, rounded', async () => {
  const coords = { latitude: 18.523_456, longitude: 73.856_789 };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', {
    ...navigator,
    onLine: true,
    geolocation: { getCurrentPosition: (found: (at: object) => void) => found({ coords }) },
  });
  server.succeed('GET /api/v1/places/nearest?latitude=18.52&longitude=73.86', pune);
  renderPart(() => <PlaceChip />, memberAt(khanna));
  await press(/Ludhiana/);
  await press('Use my location');
  await screen.findByText('The nearest district is Pune, Maharashtra.');
  expect([shown('State'), shown('District')]).toEqual(['Maharashtra', 'Pune']);
});

it.each([
  ['the position is refused', true, /^Your browser does not let Upaj see your location\./],
  ['the page has no https', false, /starts with https\. Enter your pincode/],
])('explains how to go on when %s', async (_, isSecureContext, explanation) => {
  vi.stubGlobal('isSecureContext', isSecureContext);
  vi.stubGlobal('navigator', {
    ...navigator,
    onLine: true,
    geolocation: {
      getCurrentPosition: (_: unknown, fail: (error: object) => void) =>
        fail({ code: 1, PERMISSION_DENIED: 1 }),
    },
  });
  renderPart(() => <PlaceChip />, memberAt(nowhere));
  await press(/Choose place/);
  await press('Use my location');
  await screen.findByText(explanation);
});

it('marks what is missing, and preserves what was typed', async () => {
  renderPart(() => <PlaceChip />, memberAt(nowhere));
  await press(/Choose place/);
  await type('Pincode', '4110');
  await press('Save');
  await screen.findByText('Pincode must be 6 digits');
  await type('Pincode', '999999');
  await screen.findByText('We don’t know this pincode. Please choose the state and district.');
  await press('Save');
  await screen.findByText('State is required');
  await type('State', 'Maharashtra');
  await press('Save');
  await screen.findByText('District is required');
  expect(screen.getByLabelText<HTMLInputElement>('Pincode').value).toBe('999999');
});

it('shows why the place could not be saved', async () => {
  server.refuse(save, 'TOO_MANY_REQUESTS');
  renderPart(() => <PlaceChip />, memberAt(nowhere));
  await press(/Choose place/);
  await type('State', 'Maharashtra');
  await type('District', 'Pune');
  await press('Save');
  await screen.findByText('Too many attempts. Please wait a while and try again.');
  expect(shown('District')).toBe('Pune');
});
