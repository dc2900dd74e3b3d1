// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Account } from '@upaj/contract/people/profiles';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useUser } from '#people/users/session.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { fieldMessages, messageOf } from '../../../test/texts.ts';
import { NumberCard } from './number-card.tsx';

const providers = 'GET /api/v1/users/providers';
const asking = 'POST /api/v1/users/contact-code';
const confirming = 'POST /api/v1/users/contact-code/confirm';
const person = { _id: 'u1', contact: '9876543210', provedNumber: '', hasPassword: false };
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  server.succeed(asking);
});
afterEach(() => cleanup());

function Part() {
  const user = useUser();
  return user && <NumberCard user={user} />;
}
function open(of: Partial<Account> = {}, mobileNumber = true): void {
  server.succeed(providers, { google: false, facebook: false, mobileNumber });
  renderPart(() => <Part />, { ...person, ...of });
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label, { selector: 'input' }), { target: { value } });
const number = () => screen.getByLabelText<HTMLInputElement>('Mobile number', { selector: 'input' });
const confirmed = () => server.calls.filter(({ key }) => key === confirming).map(({ body }) => body);

it('proves the number of the profile by a code', async () => {
  server.succeed(confirming, { user: { ...person, provedNumber: '9876543210' } });
  open();
  await screen.findByText(/^Confirm your number with a code/);
  expect(number().value).toBe('9876543210');
  await press('Send code');
  await screen.findByText('Code sent to 98765 43210.');
  type('6-digit code', '123456');
  await screen.findByText('+91 98765 43210');
  screen.getByText('Verified');
  expect(confirmed()).toEqual([{ contact: '9876543210', code: '123456' }]);
  await waitFor(() => expect(toasts()).toContain('Your number is confirmed'));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Mobile number' }));
});

it('requires the password of an account that has one', async () => {
  server.refuse(confirming, 'NUMBER_TAKEN');
  open({ hasPassword: true });
  await press('Send code');
  await screen.findByLabelText('Your password');
  type('6-digit code', '123456');
  await screen.findByText(fieldMessages.passwordRequired);
  expect(confirmed()).toEqual([]);
  type('Your password', 'mandi-2026');
  await press('Confirm number');
  await screen.findByText(messageOf('NUMBER_TAKEN'));
  expect(confirmed()).toEqual([{ contact: '9876543210', code: '123456', password: 'mandi-2026' }]);
});

it('changes the number, and shows where the profile has another one', async () => {
  open({ provedNumber: '8765432109' });
  await screen.findByText('+91 87654 32109');
  screen.getByText('Your profile shows another number: +91 98765 43210');
  await press('Change number');
  expect(document.activeElement).toBe(number());
  expect(number().value).toBe('');
  type('Mobile number', '7654321098');
  await press('Send code');
  await screen.findByText('Code sent to 76543 21098.');
  await press('Change number');
  expect(number().value).toBe('7654321098');
});

it('is not there where the server sends no codes, but for the number that was proved', async () => {
  open({}, false);
  await waitFor(() => expect(server.calls.map(({ key }) => key)).toEqual([providers]));
  expect(screen.queryByRole('heading')).toBeNull();
  cleanup();
  open({ provedNumber: '9876543210' }, false);
  screen.getByText('+91 98765 43210');
  expect(screen.queryByText(/another number/)).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
