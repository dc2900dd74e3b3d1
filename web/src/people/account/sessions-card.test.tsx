// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { SessionsCard } from './sessions-card.tsx';

const list = 'GET /api/v1/users/sessions';
const endAll = 'DELETE /api/v1/users/sessions';
const session = (_id: string, device: string, isCurrent = false) => ({
  _id,
  device,
  isCurrent,
  ipAddress: '203.0.113.7',
  createdAt: '2026-01-05T06:00:00Z',
  expiresAt: '2027-01-05T06:00:00Z',
});
const three = [
  session('s1', 'Chrome on Android', true),
  session('s2', 'Firefox on Windows'),
  session('s3', ''),
];
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(() => cleanup());

const open = () => renderPart(() => <SessionsCard />);
const card = () => within(screen.getByRole('region', { name: 'Where you are logged in' }));
const rows = () =>
  card()
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
const confirmWith = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

it('shows device, time and address, and marks this device', async () => {
  server.succeed(list, three);
  open();
  await screen.findByText('Chrome on Android');
  expect(rows()[0]).toContain('This device');
  expect(rows()[1]).toBe('Firefox on WindowsLogged in: 5 January 2026 · 203.0.113.7Log out');
  expect(rows()[2]).toContain('Unknown device');
  expect(screen.queryByRole('button', { name: 'Log out Chrome on Android' })).toBeNull();
});

it('ends one after a confirmation, and moves the focus', async () => {
  server.succeed(list, three);
  server.succeed('DELETE /api/v1/users/sessions/s2');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Log out Firefox on Windows' }));
  await confirmWith('Log out');
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
  await waitFor(() => expect(toasts()).toContain('Device logged out'));
});

it('ends nothing when the user cancels', async () => {
  server.succeed(list, three);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
  await confirmWith('Cancel');
  expect(rows()).toHaveLength(3);
  expect(server.calls.map(({ key }) => key)).toEqual([list]);
});

it('treats one that is already over as ended', async () => {
  server.succeed(list, three);
  server.refuse('DELETE /api/v1/users/sessions/s2', 'SESSION_NOT_FOUND');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Log out Firefox on Windows' }));
  await confirmWith('Log out');
  await waitFor(() => expect(rows()).toHaveLength(2));
});

it('ends all others, and none when that fails', async () => {
  server.succeed(list, three);
  server.loseConnection(endAll);
  server.succeed(endAll);
  open();
  const press = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
    await confirmWith('Log out everywhere else');
  };
  await press();
  await waitFor(() => expect(toasts()).toContain('Network error. Please check your connection.'));
  expect(rows()).toHaveLength(3);
  await press();
  await waitFor(() => expect(rows()).toHaveLength(1));
  screen.getByText('You are not logged in on any other device.');
});

it('offers a retry when the list does not load', async () => {
  server.refuse(list, 'UNEXPECTED');
  server.succeed(list, three);
  open();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(
    'Your logged-in devices could not be loaded. Unexpected error. Please try again.',
  );
  await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  await screen.findByText('Chrome on Android');
});
