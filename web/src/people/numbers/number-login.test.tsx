// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeTopLayer } from '#lib/layers.ts';
import { currentUserQuery, isProbablyMember, lacksCode } from '#people/users/session.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { fieldMessages, messageOf } from '../../../test/texts.ts';
import { NumberLogin } from './number-login.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, hash, children }: { to: string; hash?: string; children: ReactNode }) => (
    <a href={hash ? `${to}#${hash}` : to}>{children}</a>
  ),
}));

const asking = 'POST /api/v1/users/login-code';
const confirming = 'POST /api/v1/users/login-code/confirm';
const user = { _id: 'u1', fullName: 'Ram Singh', isComplete: true };
const login = { contact: '9876543210', code: '123456', remember: true, isNewOwner: false };
let server: ReturnType<typeof stubServer>;
let client: ReturnType<typeof renderPart>;

beforeEach(() => {
  server = stubServer();
  server.succeed(asking);
  client = renderPart(() => <NumberLogin />);
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
  lacksCode.set(false);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const number = () => screen.getByLabelText<HTMLInputElement>('Mobile number');
const code = () => screen.getByLabelText<HTMLInputElement>('6-digit code');
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } });
const confirmed = () => server.calls.filter(({ key }) => key === confirming).map(({ body }) => body);
const entered = () =>
  waitFor(() => expect(client.getQueryData(currentUserQuery.queryKey)).toMatchObject({ _id: 'u1' }));

async function toCode(): Promise<void> {
  type(number(), '+91 98765 43210');
  await press('Send code');
  await screen.findByText('Code sent to 98765 43210.');
}

function reload(): void {
  cleanup();
  client = renderPart(() => <NumberLogin />);
}

it('shows what is wrong with the number', async () => {
  type(number(), '12345');
  await press('Send code');
  await screen.findByText(fieldMessages.contactInvalid);
  expect(server.calls).toEqual([]);
});

it('sends the language for the message, and the code once its six digits are typed, in any script', async () => {
  server.succeed(confirming, { user, isNew: false });
  await toCode();
  expect(server.calls).toEqual([{ key: asking, body: { contact: '9876543210', language: 'en' } }]);
  expect(document.activeElement).toBe(code());
  expect(code().autocomplete).toBe('one-time-code');
  type(code(), '१२३४५');
  expect(confirmed()).toEqual([]);
  type(code(), '१२३४५६');
  await entered();
  expect(confirmed()).toEqual([login]);
  await waitFor(() => expect(toasts()).toContain('Welcome to Upaj, Ram Singh!'));
  reload();
  expect(number().value).toBe('');
});

it('does not welcome a new account, which has no name yet, nor load what only members see', async () => {
  server.succeed(confirming, { user: { _id: 'u1', fullName: '', isComplete: false }, isNew: true });
  await toCode();
  const before = toasts().length;
  type(code(), '123456');
  await entered();
  expect(toasts()).toHaveLength(before);
  expect(isProbablyMember()).toBe(false);
});

it('leaves no log-in behind on a shared phone, also after a reload', async () => {
  server.succeed(confirming, { user, isNew: false });
  await userEvent.click(screen.getByLabelText(/Keep me logged in/));
  await toCode();
  reload();
  type(code(), '123456');
  await entered();
  expect(confirmed()).toEqual([{ ...login, remember: false }]);
});

it('asks for the code of the second factor', async () => {
  server.succeed(confirming, { user: null, isNew: false });
  await toCode();
  type(code(), '123456');
  await waitFor(() => expect(lacksCode.get()).toBe(true));
});

it('survives a reload while the code works', async () => {
  await toCode();
  reload();
  screen.getByText('Code sent to 98765 43210.');
  expect(screen.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeTruthy();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1 });
  reload();
  expect(number().value).toBe('');
});

it.each([
  ['the button', () => press('Change number')],
  ['Back', async () => act(() => void expect(closeTopLayer()).toBe(true))],
])('goes back to the number by %s', async (_, goBack) => {
  await toCode();
  await goBack();
  expect(number().value).toBe('9876543210');
  await waitFor(() => expect(document.activeElement).toBe(number()));
  expect(closeTopLayer()).toBe(false);
  reload();
  expect(number().value).toBe('');
});

it('sends another code after a wait, which becomes longer', async () => {
  await toCode();
  await press(/^Send again in/);
  expect(server.calls).toHaveLength(1);
  reload();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  await screen.findByText('New code sent to 98765 43210.');
  screen.getByRole('button', { name: 'Send again in 60 s' });
});

describe('a failure', () => {
  it('at the code marks the field and preserves it', async () => {
    server.refuse(confirming, 'INVALID_INPUT', { fields: { code: 'smsCodeWrong' } });
    await toCode();
    type(code(), '123456');
    const message = await screen.findByText(fieldMessages.smsCodeWrong);
    expect(code().getAttribute('aria-describedby')).toContain(message.id);
    expect(code().value).toBe('123456');
  });

  it('says how long to wait', async () => {
    server.forget(asking);
    server.refuse(asking, 'TOO_MANY_REQUESTS', { headers: { 'retry-after': '3600' } });
    type(number(), '9876543210');
    await press('Send code');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Too many attempts. Please wait 60 minutes and try again.',
    );
  });

  it('of the connection does not lose the code', async () => {
    server.loseConnection(confirming);
    server.succeed(confirming, { user, isNew: false });
    await toCode();
    type(code(), '123456');
    await screen.findByText('Network error. Please check your connection.');
    await press('Log in');
    await entered();
  });

  it('leads a suspended person to the decision', async () => {
    const suspended = { success: false, code: 'ACCOUNT_SUSPENDED', message: '', errors: [], requestId: 'r' };
    server.give(confirming, () => Response.json({ ...suspended, appealToken: 'the.token' }, { status: 403 }));
    await toCode();
    type(code(), '123456');
    const link = await screen.findByText('Read why and appeal');
    expect(link.getAttribute('href')).toBe('/appeal#the.token');
  });
});

describe('the number of an account that was unused for long', () => {
  const password = () => screen.getByLabelText<HTMLInputElement>('Password of the account');
  beforeEach(async () => {
    server.refuse(confirming, 'NUMBER_UNUSED');
    server.succeed(confirming, { user, isNew: false });
    await toCode();
    type(code(), '123456');
    await screen.findByText(messageOf('NUMBER_UNUSED'));
  });

  it('opens by the password too', async () => {
    await waitFor(() => expect(document.activeElement).toBe(password()));
    expect(screen.getByText('Forgot your password?').getAttribute('href')).toBe('/forgot-password');
    await press('Log in');
    await screen.findByText(fieldMessages.passwordRequired);
    expect(confirmed()).toHaveLength(1);
    type(password(), 'mandi-2026');
    await press('Log in');
    await entered();
    expect(confirmed()[1]).toEqual({ ...login, password: 'mandi-2026' });
  });

  it('opens a new account on request', async () => {
    await press('Start a new account');
    await entered();
    expect(confirmed()[1]).toEqual({ ...login, isNewOwner: true });
  });
});

it('reads the code from the SMS where the browser can, and stops when the screen goes', async () => {
  const signals: AbortSignal[] = [];
  const read = vi.fn(async ({ signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return { code: '123456' };
  });
  vi.stubGlobal('OTPCredential', {});
  vi.stubGlobal('navigator', { ...navigator, onLine: true, credentials: { get: read } });
  server.succeed(confirming, { user, isNew: false });
  await toCode();
  await entered();
  expect(confirmed()).toEqual([login]);
  expect(read).toHaveBeenCalledWith({ otp: { transport: ['sms'] }, signal: signals[0] });
  cleanup();
  expect(signals[0]?.aborted).toBe(true);
});
