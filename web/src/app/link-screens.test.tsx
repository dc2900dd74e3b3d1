// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Account } from '@upaj/contract/people/profiles';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#people/users/session.ts';
import { stubServer } from '../../test/stub-server.tsx';
import { makeQueryClient } from './query-client.ts';
import { makeRouter } from './router.ts';

const me = 'GET /api/v1/users/current-user';
const reset = 'POST /api/v1/users/reset-password';
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  vi.stubGlobal('scrollTo', () => {});
});
afterEach(() => cleanup());

function open(path: string) {
  window.history.replaceState(null, '', path);
  const client = makeQueryClient();
  const router = makeRouter(client);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { client, at: () => router.state.location.href };
}

async function choose(secret: string): Promise<void> {
  fireEvent.input(await screen.findByLabelText('New password'), { target: { value: secret } });
  fireEvent.input(screen.getByLabelText('Confirm password'), { target: { value: secret } });
  await userEvent.click(screen.getByRole('button', { name: 'Save new password' }));
}

it('removes the token of a link from the address bar, and still sends it', async () => {
  server.refuse(me, 'NOT_LOGGED_IN');
  server.succeed(reset);
  const { at } = open('/reset-password?token=abc.def');
  await screen.findByLabelText('New password');
  await waitFor(() => expect(at()).toBe('/reset-password'));
  expect(window.location.search).toBe('');
  await choose('mandi-2026');
  await waitFor(() => expect(at()).toBe('/login'));
  expect(server.calls.find(({ key }) => key === reset)?.body).toMatchObject({ token: 'abc.def' });
});

it('ends the session on this device, as the server did', async () => {
  server.succeed(me, { user: { _id: 'u1', username: 'asha', fullName: 'Asha Rani' } as Account });
  server.refuse(me, 'NOT_LOGGED_IN');
  server.succeed(reset);
  const { client, at } = open('/reset-password?token=abc.def');
  await client.prefetchQuery(currentUserQuery);
  await choose('mandi-2026');
  await screen.findByRole('heading', { name: 'Log in to Upaj' });
  expect(at()).toBe('/login');
  expect(client.getQueryData(currentUserQuery.queryKey)).toBeNull();
});

it.each(['/reset-password', '/reset-password?token='])('requests a new link at %s', async (path) => {
  server.refuse(me, 'NOT_LOGGED_IN');
  open(path);
  await screen.findByRole('heading', { level: 1, name: 'This link no longer works' });
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe(
    '/forgot-password',
  );
});
