// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { fieldMessages } from '../../../test/texts.ts';
import { NumberCompleteForm } from './number-complete-form.tsx';
import { currentUserQuery } from './session.ts';

const complete = 'POST /api/v1/users/complete';
const user = { _id: 'u1', fullName: 'Ramesh Singh', username: 'ramesh-singh', isComplete: true };
const pune = { state: 'Maharashtra', district: 'Pune' };
let server: ReturnType<typeof stubServer>;
let client: ReturnType<typeof renderPart>;

beforeEach(() => {
  server = stubServer();
  client = renderPart(() => <NumberCompleteForm />);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const shown = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).value;
async function fill(): Promise<void> {
  fireEvent.input(screen.getByLabelText('Full name'), { target: { value: 'Ramesh Singh' } });
  await userEvent.click(screen.getByRole('radio', { name: /^Farmer/ }));
}
const done = () => waitFor(() => expect(client.getQueryData(currentUserQuery.queryKey)).toEqual(user));
const sent = { fullName: 'Ramesh Singh', userType: 'farmer', majorProduct: '', place: pune, language: 'en' };

it('requires the name, the role and the place only', async () => {
  await press('Finish');
  await screen.findByText(fieldMessages.fullNameRequired);
  for (const key of ['roleRequired', 'stateRequired', 'districtRequired'] as const)
    screen.getByText(fieldMessages[key]);
  expect(screen.queryByLabelText('Contact number')).toBeNull();
  expect(screen.queryByLabelText('Username')).toBeNull();
  expect(server.calls).toEqual([]);
});

it('sends no username, so that the server makes one, and continues', async () => {
  server.succeed(complete, { user });
  await fill();
  choose('State', 'Maharashtra');
  choose('District', 'Pune');
  await press('Finish');
  await done();
  expect(server.calls).toEqual([{ key: complete, body: sent }]);
  await waitFor(() => expect(toasts()).toContain('Welcome to Upaj, Ramesh Singh!'));
});

it('sends a username that the person chose, and none after a change of mind', async () => {
  server.refuse(complete, 'USERNAME_TAKEN', { fields: { username: 'usernameTaken' } });
  server.succeed(complete, { user });
  await fill();
  choose('State', 'Maharashtra');
  choose('District', 'Pune');
  await press('Choose a username');
  fireEvent.input(screen.getByLabelText('Username'), { target: { value: 'ramesh' } });
  await press('Finish');
  await screen.findByText(fieldMessages.usernameTaken);
  await press('Let Upaj choose a username');
  await press('Finish');
  await done();
  expect(server.calls.map(({ body }) => body)).toEqual([{ ...sent, username: 'ramesh' }, sent]);
});

it('fills in the district of the device’s position, and another state empties it', async () => {
  const coords = { latitude: 18.523_456, longitude: 73.856_789 };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', {
    ...navigator,
    onLine: true,
    geolocation: { getCurrentPosition: (found: (at: object) => void) => found({ coords }) },
  });
  server.succeed('GET /api/v1/places/nearest?latitude=18.52&longitude=73.86', pune);
  await press('Use my location');
  await screen.findByText('The nearest district is Pune, Maharashtra.');
  expect([shown('State'), shown('District')]).toEqual(['Maharashtra', 'Pune']);
  choose('State', 'Punjab');
  expect([shown('State'), shown('District')]).toEqual(['Punjab', '']);
});
