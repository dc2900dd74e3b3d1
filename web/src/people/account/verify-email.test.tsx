// @vitest-environment happy-dom
import { messageOf } from '../../../test/texts.ts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { currentUserQuery } from '#people/users/session.ts';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { VerifyEmail } from './verify-email.tsx';

const call = 'POST /api/v1/users/verify-email';
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(() => cleanup());

const open = (token = 'abc') =>
  renderPart(
    () => (
      <VerifyEmail
        token={token}
        onward={<a href="/">Home</a>}
        sendAgain={<a href="/settings">Again</a>}
        waysIn={<a href="/forgot-password">Choose a new password</a>}
      />
    ),
    { _id: 'u1', isEmailVerified: false },
  );
const press = () => userEvent.click(screen.getByRole('button', { name: 'Verify my email' }));

it('waits for a press, so that link scanners do not use up the token', async () => {
  server.succeed(call);
  const client = open();
  expect(server.calls).toEqual([]);
  await press();
  const heading = await screen.findByRole('heading', { name: 'Your email is verified' });
  expect(document.activeElement).toBe(heading);
  expect(server.calls[0]).toEqual({ key: call, body: { token: 'abc' } });
  await waitFor(() => expect(client.getQueryState(currentUserQuery.queryKey)?.isInvalidated).toBe(true));
});

it('offers a new link when this one has expired', async () => {
  server.refuse(call, 'LINK_INVALID');
  open();
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe(messageOf('LINK_INVALID'));
  screen.getByRole('link', { name: 'Again' });
});

it('offers a new password where the account is not logged in', async () => {
  server.refuse(call, 'LOG_IN_TO_VERIFY');
  open();
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe(messageOf('LOG_IN_TO_VERIFY'));
  screen.getByText(/You did not open this account/);
  screen.getByRole('link', { name: 'Choose a new password' });
});

it('sends nothing without a token', () => {
  open('');
  screen.getByRole('heading', { name: 'This link no longer works' });
  expect(screen.queryByRole('button')).toBeNull();
});

it('can be retried after a lost connection', async () => {
  server.loseConnection(call);
  server.succeed(call);
  open();
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe('Network error. Please check your connection.');
  await press();
  await screen.findByRole('heading', { name: 'Your email is verified' });
});
