// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fieldMessages, messageOf } from '../../../test/texts.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { ResetForm } from './reset-form.tsx';

vi.mock('@tanstack/react-router', async () => ({
  Link: (await import('../../../test/fake-link.tsx')).FakeLink,
}));

const call = 'POST /api/v1/users/reset-password';
const onDone = vi.fn(async () => {});
const onLinkInvalid = vi.fn();
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  renderPart(() => <ResetForm token="abc.123" onDone={onDone} onLinkInvalid={onLinkInvalid} />);
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const password = () => screen.getByLabelText<HTMLInputElement>('New password');
const again = () => screen.getByLabelText<HTMLInputElement>('Confirm password');
const send = async (one = 'mandi-2026', two = one) => {
  fireEvent.input(password(), { target: { value: one } });
  fireEvent.input(again(), { target: { value: two } });
  await userEvent.click(screen.getByRole('button', { name: 'Save new password' }));
};

describe('validates before sending', () => {
  it.each([
    ['', '', fieldMessages.passwordRequired, password],
    ['12345', '12345', fieldMessages.passwordShort, password],
    ['mandi-2026', 'mandi-2062', fieldMessages.passwordsDiffer, again],
  ])('"%s" and "%s"', async (one, two, message, field) => {
    await send(one, two);
    await screen.findByText(message);
    expect(document.activeElement).toBe(field());
    expect(server.calls).toEqual([]);
  });
});

it('shows and hides each of the two', async () => {
  await userEvent.click(screen.getAllByRole('button', { name: 'Show password' })[0]!);
  expect([password().type, again().type]).toEqual(['text', 'password']);
});

it('sends the token of the link with the new password', async () => {
  server.succeed(call);
  await send();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  const body = { token: 'abc.123', password: 'mandi-2026', confirmPassword: 'mandi-2026' };
  expect(server.calls).toEqual([{ key: call, body }]);
  expect(onDone).toHaveBeenCalledWith([]);
  expect(onLinkInvalid).not.toHaveBeenCalled();
});

it('passes on what of an earlier owner was removed', async () => {
  server.succeed(call, { cleared: ['second-factor', 'upi'] });
  await send();
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(['second-factor', 'upi']));
});

it('shows the server’s error at the password field', async () => {
  server.refuse(call, 'INVALID_INPUT', { fields: { password: 'passwordCommon' } });
  await send('password');
  await screen.findByText(fieldMessages.passwordCommon);
  expect(document.activeElement).toBe(password());
  expect(password().value).toBe('password');
});

it.each([
  ['over', () => server.refuse(call, 'LINK_INVALID')],
  ['cut short', () => server.refuse(call, 'INVALID_INPUT', { fields: { token: 'invalid' } })],
])('shows that the link is %s', async (_, arrange) => {
  arrange();
  await send();
  await waitFor(() => expect(onLinkInvalid).toHaveBeenCalledOnce());
  expect(onDone).not.toHaveBeenCalled();
});

it('preserves the form when the connection is lost', async () => {
  server.loseConnection(call);
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe('Network error. Please check your connection.');
  expect([password().value, again().value]).toEqual(['mandi-2026', 'mandi-2026']);
});

it('leads to the registration when the address was released', async () => {
  server.refuse(call, 'EMAIL_RELEASED');
  await send();
  await screen.findByText(messageOf('EMAIL_RELEASED'));
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/register');
});
