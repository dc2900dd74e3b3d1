// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useUser } from '#people/users/session.ts';
import { fieldMessages, messageOf } from '../../../test/texts.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { PasswordCard } from './password-card.tsx';

const call = 'POST /api/v1/users/change-password';
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(() => cleanup());

const open = (hasPassword = true) =>
  renderPart(
    (user) => (
      <PasswordCard user={user} renderForgotLink={(label) => <a href="/forgot-password">{label}</a>} />
    ),
    { email: 'ram@example.com', hasPassword },
  );
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (current: string, next: string, again: string) => {
  const values = { 'Current password': current, 'New password': next, 'Confirm password': again };
  for (const [label, value] of Object.entries(values)) fireEvent.input(field(label), { target: { value } });
};
const press = () => userEvent.click(screen.getByRole('button', { name: 'Change password' }));

describe('validates before sending', () => {
  it.each([
    ['', 'mandi-2026', 'mandi-2026', 'Current password', fieldMessages.currentPasswordRequired],
    ['old-one', '', '', 'New password', fieldMessages.passwordRequired],
    ['old-one', '12345', '12345', 'New password', fieldMessages.passwordShort],
    ['old-one', 'mandi-2026', 'mandi', 'Confirm password', fieldMessages.passwordsDiffer],
  ])('"%s", "%s", "%s"', async (current, next, again, label, message) => {
    open();
    fill(current, next, again);
    await press();
    await screen.findByText(message);
    expect(document.activeElement).toBe(field(label));
    expect(server.calls).toEqual([]);
  });
});

describe('shows the server’s error at the field', () => {
  it.each([
    ['currentPassword', 'currentPasswordWrong', 'Current password'],
    ['password', 'passwordSame', 'New password'],
    ['password', 'passwordCommon', 'New password'],
  ] as const)('%s: %s', async (name, key, label) => {
    server.refuse(call, 'INVALID_INPUT', { fields: { [name]: key } });
    open();
    fill('old-one', 'mandi-2026', 'mandi-2026');
    await press();
    const message = await screen.findByText(fieldMessages[key]);
    expect(field(label).getAttribute('aria-describedby')).toContain(message.id);
    expect(document.activeElement).toBe(field(label));
    expect(field('Current password').value).toBe('old-one');
  });
});

it('changes it, empties the fields and confirms', async () => {
  server.succeed(call);
  open();
  fill('old-one', 'mandi-2026', 'mandi-2026');
  await press();
  await waitFor(() => expect(toasts()).toContain('Your password has been changed'));
  expect(field('Current password').value).toBe('');
  expect(field('New password').value).toBe('');
});

it('preserves the form when the connection is lost', async () => {
  server.loseConnection(call);
  open();
  fill('old-one', 'mandi-2026', 'mandi-2026');
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe('Network error. Please check your connection.');
  expect(field('New password').value).toBe('mandi-2026');
});

it('offers a link by email to a user without a password', () => {
  open(false);
  expect(screen.queryByLabelText('Current password')).toBeNull();
  expect(screen.getByRole('link', { name: 'Set a password' }).getAttribute('href')).toBe('/forgot-password');
});

describe('with a number that logs in', () => {
  const asking = 'POST /api/v1/users/contact-code';
  const setting = 'PUT /api/v1/users/password';
  function Part() {
    const user = useUser();
    return (
      user && (
        <PasswordCard user={user} renderForgotLink={(label) => <a href="/forgot-password">{label}</a>} />
      )
    );
  }
  const openNumber = (hasPassword: boolean, email = '') =>
    renderPart(() => <Part />, { _id: 'u1', email, hasPassword, provedNumber: '9876543210' });
  const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });

  it('sets a password by a code', async () => {
    server.succeed(asking);
    server.refuse(setting, 'INVALID_INPUT', { fields: { code: 'smsCodeWrong' } });
    server.succeed(setting);
    openNumber(false);
    expect(screen.queryByRole('link')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Set a password' }));
    await screen.findByText('Code sent to 98765 43210.');
    expect(server.calls).toEqual([{ key: asking, body: { contact: '9876543210' } }]);
    type('6-digit code', '123456');
    expect(server.calls).toHaveLength(1);
    type('New password', 'mandi-2026');
    type('Confirm password', 'mandi-2026');
    await userEvent.click(screen.getByRole('button', { name: 'Set a password' }));
    await screen.findByText(fieldMessages.smsCodeWrong);
    type('6-digit code', '654321');
    await userEvent.click(screen.getByRole('button', { name: 'Set a password' }));
    await waitFor(() => expect(toasts()).toContain('Your password has been changed'));
    const body = { code: '654321', password: 'mandi-2026', confirmPassword: 'mandi-2026' };
    expect(server.calls.at(-1)).toEqual({ key: setting, body });
    await screen.findByLabelText('Current password');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Password' }));
  });

  it.each([
    ['ram@example.com', 'ram@example.com', 1],
    ['', '9876543210', 0],
  ])('a forgotten one is set by SMS, with the email "%s" by a link too', async (email, name, links) => {
    server.refuse(asking, 'NO_NUMBER');
    openNumber(true, email);
    const loginName = document.querySelector<HTMLInputElement>('[autocomplete=username]');
    expect(loginName?.value).toBe(name);
    expect(screen.queryAllByRole('link')).toHaveLength(links);
    await userEvent.click(screen.getByRole('button', { name: 'Set a new password by SMS' }));
    await screen.findByText(messageOf('NO_NUMBER'));
    screen.getByLabelText('Current password');
  });
});
