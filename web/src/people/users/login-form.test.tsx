// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { errors } from '@upaj/contract/errors';
import type { Account } from '@upaj/contract/people/profiles';
import userEvent from '@testing-library/user-event';
import { fieldMessages, messageOf } from '../../../test/texts.ts';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToastHost } from '#ui/toast/toast-host.tsx';
import { LoginForm } from './login-form.tsx';
import { currentUserQuery, expireSession, lacksCode } from './session.ts';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, hash, children }: { to: string; hash?: string; children: ReactNode }) => (
    <a href={hash ? `${to}#${hash}` : to}>{children}</a>
  ),
}));

const fetchMock = vi.fn<typeof fetch>();
const answer = (status: number, body: object, headers?: Record<string, string>) =>
  fetchMock.mockResolvedValueOnce(new Response(JSON.stringify(body), { status, headers }));
const refuse = (status: number, code: keyof typeof errors, headers?: Record<string, string>) =>
  answer(status, { success: false, code, message: messageOf(code), errors: [], requestId: 'r' }, headers);

let client: QueryClient;
beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <LoginForm />
      <ToastHost />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  fetchMock.mockReset();
});

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const button = () => screen.getByText('Log in');
async function send(as = 'ram@example.com', secret = 'mandi-2026'): Promise<void> {
  fireEvent.input(email(), { target: { value: as } });
  fireEvent.input(password(), { target: { value: secret } });
  await userEvent.click(button());
}
const toasts = () =>
  [...document.querySelectorAll('[data-sonner-toast]')].map(({ textContent }) => textContent);

describe('validates before sending', () => {
  it.each([
    ['', 'mandi-2026', email, fieldMessages.emailRequired],
    ['ram@example', 'mandi-2026', email, fieldMessages.emailInvalid],
    ['ram@example.com', '', password, fieldMessages.passwordRequired],
    ['ram@example.com', '12345', password, fieldMessages.passwordShort],
  ])('"%s" with "%s"', async (as, secret, field, message) => {
    await send(as, secret);
    await screen.findByText(message);
    expect(field().getAttribute('aria-describedby')).toBe(screen.getByText(message).id);
    expect(document.activeElement).toBe(field());
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('removes a field’s error when that field is edited, and no other', async () => {
    await send('', '');
    await screen.findByText(fieldMessages.emailRequired);
    fireEvent.input(email(), { target: { value: 'r' } });
    await waitFor(() => expect(screen.queryByText(fieldMessages.emailRequired)).toBeNull());
    expect(screen.queryByText(fieldMessages.emailInvalid)).toBeNull();
    screen.getByText(fieldMessages.passwordRequired);
  });

  it('shows and hides the password', async () => {
    expect(password().type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password().type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password().type).toBe('password');
  });
});

it('says that the log-in has expired, until the next one', async () => {
  expect(screen.queryByText(/has expired/)).toBeNull();
  act(() => expireSession(client));
  expect(screen.queryByText(/has expired/)).toBeNull();
  client.setQueryData(currentUserQuery.queryKey, { _id: '1' } as Account);
  act(() => expireSession(client));
  await screen.findByText(/has expired/);
  answer(200, { success: true, data: { user: { _id: '1', fullName: 'Ram Singh' } } });
  await send();
  await waitFor(() => expect(screen.queryByText(/has expired/)).toBeNull());
});

describe('the message of a failure', () => {
  it.each([
    ['wrong', () => refuse(401, 'INVALID_CREDENTIALS'), 'Invalid email or password. Please try again.'],
    [
      'lost connection',
      () => fetchMock.mockRejectedValueOnce(new TypeError()),
      'Network error. Check your connection.',
    ],
    ['server down', () => refuse(500, 'UNEXPECTED'), 'Unexpected error. Please try again.'],
    ['no user', () => answer(200, { success: true, data: {} }), 'user not found'],
    [
      'too often',
      () => refuse(429, 'TOO_MANY_REQUESTS', { 'retry-after': '61' }),
      'Too many attempts. Please wait 2 minutes and try again.',
    ],
  ])('%s', async (_, arrange, message) => {
    arrange();
    await send();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(message);
    expect(document.activeElement).toBe(alert);
    await waitFor(() => expect(toasts()).toContain(message));
    expect([email().value, password().value]).toEqual(['ram@example.com', 'mandi-2026']);
  });
});

it('leads a suspended person to the decision, if a moderator made one', async () => {
  const suspended = { success: false, code: 'ACCOUNT_SUSPENDED', message: '', errors: [], requestId: 'r' };
  answer(403, suspended);
  await send();
  await screen.findByText(messageOf('ACCOUNT_SUSPENDED'), { selector: '[role=alert] *' });
  expect(screen.queryByText('Read why and appeal')).toBeNull();
  answer(403, { ...suspended, appealToken: 'the.token' });
  await userEvent.click(button());
  expect((await screen.findByText('Read why and appeal')).getAttribute('href')).toBe('/appeal#the.token');
});

it('asks for the code of the second factor', async () => {
  answer(200, { success: true, data: { user: null } });
  await send();
  await waitFor(() => expect(lacksCode.get()).toBe(true));
  expect(client.getQueryData(currentUserQuery.queryKey)).toBeNull();
});

it('logs in, remembers the session only if requested, and welcomes the user by name', async () => {
  const user = { _id: '1', fullName: 'Ram Singh' };
  answer(200, { success: true, data: { user } });
  await userEvent.click(screen.getByLabelText('Remember me'));
  await send('Ram@Example.com ');
  await waitFor(() => expect(client.getQueryData(currentUserQuery.queryKey)).toEqual(user));
  const sent = JSON.parse(String(fetchMock.mock.calls[0]![1]!.body));
  expect(sent).toEqual({ email: 'ram@example.com', password: 'mandi-2026', remember: true });
  await waitFor(() => expect(toasts()).toContain('Welcome to Upaj, Ram Singh!'));
});
