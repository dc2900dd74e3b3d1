// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { fieldMessages, messageOf } from '../../../test/texts.ts';
import { EmailCard } from './email-card.tsx';

const call = 'POST /api/v1/users/send-verification';
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(() => cleanup());

const open = (isEmailVerified: boolean) =>
  renderPart((user) => <EmailCard user={user} />, { email: 'ram@example.com', isEmailVerified });

it('shows no action once the email is verified', () => {
  open(true);
  screen.getByText('Verified');
  expect(screen.queryByRole('button')).toBeNull();
});

it('sends the email, shows the address, and waits before another', async () => {
  server.succeed(call);
  open(false);
  screen.getByText('Not verified yet');
  await userEvent.click(screen.getByRole('button', { name: 'Verify your email' }));
  await screen.findByText('We have sent a link to ram@example.com. It works for 24 hours.');
  await userEvent.click(screen.getByRole('button', { name: /^Send again in \d+ s$/ }));
  expect(server.calls).toHaveLength(1);
});

it('shows how long to wait after the rate limit', async () => {
  server.refuse(call, 'TOO_MANY_REQUESTS', { headers: { 'retry-after': '3600' } });
  open(false);
  await userEvent.click(screen.getByRole('button', { name: 'Verify your email' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Too many attempts. Please wait 60 minutes and try again.',
  );
  screen.getByRole('button', { name: 'Verify your email' });
});

describe('without an email', () => {
  const adding = 'POST /api/v1/users/email';
  const openWithout = (hasPassword: boolean) =>
    renderPart((user) => <EmailCard user={user} />, { email: '', isEmailVerified: false, hasPassword });
  const type = (label: string, value: string) =>
    fireEvent.input(screen.getByLabelText(label, { selector: 'input' }), { target: { value } });
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Add email' }));

  it('sends a link that adds one', async () => {
    server.succeed(adding);
    openWithout(false);
    expect(screen.queryByText('Not verified yet')).toBeNull();
    await press();
    await screen.findByText(fieldMessages.emailRequired);
    type('Email', 'Ram@Example.com');
    await press();
    await screen.findByText(
      /We have sent a link to ram@example.com.*The address is added when you open the link/,
    );
    expect(server.calls).toEqual([{ key: adding, body: { email: 'ram@example.com' } }]);
    screen.getByRole('button', { name: 'Send again' });
  });

  it('requires the password of an account that has one', async () => {
    server.refuse(adding, 'HAS_EMAIL');
    openWithout(true);
    type('Email', 'ram@example.com');
    await press();
    await screen.findByText(fieldMessages.passwordRequired);
    type('Your password', 'mandi-2026');
    await press();
    await screen.findByText(messageOf('HAS_EMAIL'));
    expect(server.calls).toEqual([
      { key: adding, body: { email: 'ram@example.com', password: 'mandi-2026' } },
    ]);
  });
});
