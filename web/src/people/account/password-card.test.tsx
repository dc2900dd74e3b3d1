// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fieldMessages } from '../../../test/texts.ts';
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
