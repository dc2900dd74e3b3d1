// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fieldMessages } from '../../../test/texts.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentUserQuery, hasLeft } from '#people/users/session.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { DeleteCard } from './delete-card.tsx';

const call = 'DELETE /api/v1/users/account';
let server: ReturnType<typeof stubServer>;

const deletion = 'GET /api/v1/users/account/deletion';

beforeEach(() => {
  server = stubServer();
  server.succeed(deletion, { retainedUntil: null });
});
afterEach(() => cleanup());

async function open(hasPassword = true) {
  const client = renderPart((user) => <DeleteCard user={user} />, {
    _id: 'u1',
    username: 'Ram.Singh',
    hasPassword,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
  return client;
}
const dialog = () => within(screen.getByRole('dialog'));
const username = () => dialog().getByLabelText<HTMLInputElement>('Type your username: Ram.Singh');
const password = () => dialog().getByLabelText<HTMLInputElement>('Your password');
async function send(name: string, secret?: string) {
  fireEvent.input(username(), { target: { value: name } });
  if (secret !== undefined) fireEvent.input(password(), { target: { value: secret } });
  await userEvent.click(dialog().getByRole('button', { name: 'Delete my account' }));
}

describe('nothing is sent', () => {
  it.each([
    ['', 'secret-1', username, fieldMessages.confirmationWrong],
    ['ram.singh', 'secret-1', username, fieldMessages.confirmationWrong],
    ['Ram.Singh', '', password, fieldMessages.passwordRequired],
  ])('with "%s" and "%s"', async (name, secret, field, message) => {
    await open();
    await send(name, secret);
    await screen.findByText(message);
    expect(document.activeElement).toBe(field());
    expect(server.calls.filter(({ key }) => key !== deletion)).toEqual([]);
  });
});

it('deletes, ends the session and shows a farewell', async () => {
  server.succeed(call);
  const client = await open();
  await send(' Ram.Singh ', 'secret-1');
  await waitFor(() => expect(client.getQueryData(currentUserQuery.queryKey)).toBeNull());
  expect(hasLeft()).toBe(true);
  expect(server.calls.filter(({ key }) => key !== deletion)).toEqual([
    { key: call, body: { confirmation: 'Ram.Singh', password: 'secret-1' } },
  ]);
  await waitFor(() => expect(toasts()).toContain('Your account has been deleted. Thank you for using Upaj.'));
});

it('needs no password for an account without one', async () => {
  server.succeed(call);
  await open(false);
  expect(dialog().queryByLabelText('Your password')).toBeNull();
  await send('Ram.Singh');
  await waitFor(() =>
    expect(server.calls.filter(({ key }) => key !== deletion)).toEqual([
      { key: call, body: { confirmation: 'Ram.Singh' } },
    ]),
  );
});

it('marks a wrong password and does not log out', async () => {
  server.refuse(call, 'INVALID_INPUT', { fields: { password: 'currentPasswordWrong' } });
  const client = await open();
  await send('Ram.Singh', 'wrong-one');
  await screen.findByText(fieldMessages.currentPasswordWrong);
  expect(document.activeElement).toBe(password());
  expect(client.getQueryData(currentUserQuery.queryKey)).not.toBeNull();
});

it('preserves the form when the connection is lost', async () => {
  server.loseConnection(call);
  await open();
  await send('Ram.Singh', 'secret-1');
  expect((await dialog().findByRole('alert')).textContent).toBe(
    'Network error. Please check your connection.',
  );
  expect([username().value, password().value]).toEqual(['Ram.Singh', 'secret-1']);
});

it('closes without doing anything', async () => {
  await open();
  await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.calls.filter(({ key }) => key !== deletion)).toEqual([]);
});

it('says what stays, and until when for an account that moderators decided about', async () => {
  await open();
  await screen.findByText(/Did moderators restrict this account/);
  cleanup();
  server.forget(deletion);
  server.succeed(deletion, { retainedUntil: '2027-05-28T00:00:00.000Z' });
  await open();
  await screen.findByText(/Moderators have decided about this account. So until 28 May 2027/);
});
