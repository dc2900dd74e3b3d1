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
      <VerifyEmail token={token} onward={<a href="/">Home</a>} sendAgain={<a href="/settings">Again</a>} />
    ),
    { _id: 'u1', isEmailVerified: false },
  );
const press = () => userEvent.click(screen.getByRole('button', { name: 'Verify my email' }));

it('waits for a press, so that a program that opens links uses nothing up', async () => {
  server.succeed(call);
  const client = open();
  expect(server.calls).toEqual([]);
  await press();
  const heading = await screen.findByRole('heading', { name: 'Your email is verified' });
  expect(document.activeElement).toBe(heading);
  expect(server.calls[0]).toEqual({ key: call, body: { token: 'abc' } });
  await waitFor(() => expect(client.getQueryState(currentUserQuery.queryKey)?.isInvalidated).toBe(true));
});

it('shows the way to a new link when this one is over', async () => {
  server.refuse(call, 'LINK_INVALID');
  open();
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe(messageOf('LINK_INVALID'));
  screen.getByRole('link', { name: 'Again' });
});

it('asks nobody without a token', () => {
  open('');
  screen.getByRole('heading', { name: 'This link no longer works' });
  expect(screen.queryByRole('button')).toBeNull();
});

it('can be tried again after the line was cut', async () => {
  server.cutLine(call);
  server.succeed(call);
  open();
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe('Network error. Please check your connection.');
  await press();
  await screen.findByRole('heading', { name: 'Your email is verified' });
});
