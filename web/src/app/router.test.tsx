// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Account } from '@upaj/contract/people/profiles';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '#lib/api.ts';
import { confirm, ConfirmHost } from '#ui/confirm.tsx';
import { confirmSession, enterSession, leaveSession } from '#people/users/session.ts';
import { makeQueryClient } from './query-client.ts';
import { makeRouter } from './router.ts';

const user = {
  _id: 'u1',
  username: 'asha',
  fullName: 'Asha Rani',
  avatar: null,
  userType: 'farmer',
  isComplete: true,
} as Account;
const guest = { success: false, code: 'NOT_LOGGED_IN', message: '', errors: [] };
const unconfirmed = { success: false, code: 'SECOND_FACTOR_REQUIRED', message: '', errors: [] };
const list = { success: true, data: [], page: { nextCursor: null, total: 0 } };
let me: object;

beforeEach(() => {
  me = guest;
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string) => {
    const body = url.endsWith('/current-user') ? me : list;
    const status = body === guest ? 401 : body === unconfirmed ? 403 : 200;
    return new Response(JSON.stringify(body), { status });
  });
});
afterEach(() => cleanup());

function open(path: string) {
  window.history.replaceState(null, '', path);
  const client = makeQueryClient();
  const router = makeRouter(client);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <ConfirmHost />
    </QueryClientProvider>,
  );
  return { client, at: () => router.state.location.href };
}

it('sends guests to the log-in and then to the requested screen', async () => {
  const { client, at } = open('/crops?state=Punjab');
  await waitFor(() => expect(at()).toBe('/login?next=%2Fcrops%3Fstate%3DPunjab'));
  act(() => enterSession(client, user));
  await waitFor(() => expect(at()).toBe('/crops?state=Punjab'));
});

it('sends users who are logged in away from the log-in', async () => {
  me = { success: true, data: { user } };
  const { at } = open('/login');
  await waitFor(() => expect(at()).toBe('/'));
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('Asha');
});

it('starts at the home page after a log-out', async () => {
  me = { success: true, data: { user } };
  const { client, at } = open('/Market/schemes');
  await screen.findByRole('heading', { level: 1, name: 'Government Schemes' });
  act(() => leaveSession(client));
  await waitFor(() => expect(at()).toBe('/login'));
});

it('requires missing account data first, and then opens the requested screen', async () => {
  me = { success: true, data: { user: { ...user, isComplete: false } } };
  const { client, at } = open('/crops?state=Punjab');
  await waitFor(() => expect(at()).toBe('/complete-account?next=%2Fcrops%3Fstate%3DPunjab'));
  await screen.findByRole('heading', { level: 1, name: 'A few more details' });
  act(() => enterSession(client, user));
  await waitFor(() => expect(at()).toBe('/crops?state=Punjab'));
});

it('lets the user log out of an incomplete account', async () => {
  me = { success: true, data: { user: { ...user, isComplete: false } } };
  const { client, at } = open('/');
  await waitFor(() => expect(at()).toBe('/complete-account'));
  await screen.findByRole('button', { name: 'Log out' });
  act(() => leaveSession(client));
  await waitFor(() => expect(at()).toBe('/login'));
});

it('requires nothing of a complete account', async () => {
  me = { success: true, data: { user } };
  const { at } = open('/complete-account');
  await waitFor(() => expect(at()).toBe('/'));
});

it.each([
  '/crops?state=Punjab',
  '/login?next=%2Fcrops%3Fstate%3DPunjab',
  '/complete-account?next=%2Fcrops%3Fstate%3DPunjab',
])('requires the code of the second factor first, and then opens the requested screen: %s', async (path) => {
  me = unconfirmed;
  const { client, at } = open(path);
  await waitFor(() => expect(at()).toBe('/second-step?next=%2Fcrops%3Fstate%3DPunjab'));
  await screen.findByRole('heading', { level: 1, name: 'Two-step verification' });
  act(() => confirmSession(client, user, true));
  await waitFor(() => expect(at()).toBe('/crops?state=Punjab'));
});

it('lets the user log out instead of entering a code', async () => {
  me = unconfirmed;
  const { client, at } = open('/');
  await waitFor(() => expect(at()).toBe('/second-step'));
  await screen.findByRole('button', { name: 'Log out' });
  act(() => leaveSession(client));
  await waitFor(() => expect(at()).toBe('/login'));
});

it('requires a code in the middle of a visit when a call says so', async () => {
  me = { success: true, data: { user } };
  const { client, at } = open('/Market/schemes');
  await screen.findByRole('heading', { level: 1, name: 'Government Schemes' });
  me = unconfirmed;
  const queryFn = () => api('GET /api/v1/users/current-user');
  await act(() => client.fetchQuery({ queryKey: ['other'], queryFn }).catch(() => undefined));
  await waitFor(() => expect(at()).toBe('/second-step?next=%2FMarket%2Fschemes'));
});

it.each([
  [null, '/'],
  ['moderator', '/second-step'],
] as const)('a user whose session is confirmed and whose role is %s is at %s', async (staffRole, path) => {
  me = { success: true, data: { user: { ...user, staffRole, hasSecondFactor: true } } };
  const { at } = open('/second-step');
  await waitFor(() => expect(at()).toBe(path));
});

it.each([
  ['not-linked', /^An account with this email address already exists/],
  ['suspended', /^This account is suspended/],
  ['toString', /^The login failed/],
  ['<b>anything</b>', /^The login failed/],
])('shows at the log-in why a social log-in failed: %s', async (error, text) => {
  open(`/login?${new URLSearchParams({ error })}`);
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
});

it('shows a message for an unknown address', async () => {
  open('/no/such/screen');
  await screen.findByRole('heading', { level: 1, name: 'Page not found' });
});

it('answers an open question with no when its page is left, and Back only closes it', async () => {
  me = { success: true, data: { user } };
  const { at } = open('/market/schemes');
  await screen.findByRole('heading', { level: 1, name: 'Government Schemes' });
  await userEvent.click(screen.getAllByRole('link', { name: 'Home' })[0]!);
  await waitFor(() => expect(at()).toBe('/'));
  const ask = async () => {
    const answer = confirm({ title: 'Accept this offer?', text: '', action: 'Accept' });
    await screen.findByRole('dialog', { name: 'Accept this offer?' });
    return { answer };
  };
  const first = await ask();
  window.history.back();
  expect(await first.answer).toBe(false);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(at()).toBe('/'));

  const second = await ask();
  await userEvent.click(screen.getAllByRole('link', { name: 'Market', hidden: true })[0]!);
  expect(await second.answer).toBe(false);
  await waitFor(() => expect(at()).toBe('/Market'));
});
