// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fieldMessages, messageOf } from '../../../test/texts.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { GiveRole, StaffList } from './staff-list.tsx';

const list = 'GET /api/v1/moderation/staff';
const change = 'PUT /api/v1/moderation/staff';
const member = (username: string, changes: object = {}) => ({
  _id: username,
  username,
  fullName: `${username} Kaur`,
  role: 'moderator',
  givenBy: 'asha',
  givenAt: '2026-11-26T10:00:00.000Z',
  hasSecondFactor: true,
  ...changes,
});
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(() => cleanup());

const open = () =>
  renderPart(
    () => (
      <>
        <GiveRole />
        <StaffList />
      </>
    ),
    { _id: 'asha' },
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('gives a role, and shows the new list', async () => {
  server.succeed(list, [member('asha', { role: 'administrator', givenBy: null })]);
  server.succeed(list, [
    member('asha', { role: 'administrator' }),
    member('simran', { hasSecondFactor: false }),
  ]);
  open();
  await screen.findByText('asha Kaur');
  expect(screen.queryByRole('button', { name: /^Take away/ })).toBeNull();
  await press('Give role');
  await screen.findByText(fieldMessages.usernameRequired);
  server.refuse(change, 'USER_NOT_FOUND');
  fireEvent.input(screen.getByLabelText('Username or email'), { target: { value: 'simran' } });
  await press('Give role');
  expect((await screen.findByRole('alert')).textContent).toContain(messageOf('USER_NOT_FOUND'));
  server.forget(change);
  server.succeed(change);
  await press('Give role');
  await screen.findByText('No two-step verification');
  await waitFor(() => expect(toasts()).toContain('simran has the role Moderator now'));
  expect(server.calls.at(-2)).toEqual({ key: change, body: { username: 'simran', role: 'moderator' } });
});

it('takes a role away after a question', async () => {
  server.succeed(list, [member('simran')]);
  server.succeed(list, []);
  server.succeed(change);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Take away the role of simran Kaur' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Take away' }));
  await waitFor(() => expect(toasts()).toContain('@simran has no role now'));
  expect(server.calls[1]).toEqual({ key: change, body: { username: 'simran', role: 'none' } });
  expect(screen.queryByText('simran Kaur')).toBeNull();
});
