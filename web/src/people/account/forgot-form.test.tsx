// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fieldMessages } from '../../../test/texts.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { ForgotForm } from './forgot-form.tsx';

const call = 'POST /api/v1/users/forgot-password';
const sent =
  'If there is an account with this email, we have sent a link to it. The link works for 30 minutes.';
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  renderPart(() => <ForgotForm back={<a href="/login">Back to login</a>} />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const send = async (address = 'ram@example.com') => {
  fireEvent.input(email(), { target: { value: address } });
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
};

it.each([
  ['', fieldMessages.emailRequired],
  ['ram@example', fieldMessages.emailInvalid],
])('does not send "%s"', async (address, message) => {
  await send(address);
  await screen.findByText(message);
  expect(document.activeElement).toBe(email());
  expect(server.calls).toEqual([]);
});

describe('a call that fails preserves the address and shows why', () => {
  it.each([
    ['lost connection', () => server.loseConnection(call), 'Network error. Please check your connection.'],
    [
      'too often',
      () => server.refuse(call, 'TOO_MANY_REQUESTS', { headers: { 'retry-after': '120' } }),
      'Too many attempts. Please wait 2 minutes and try again.',
    ],
    ['server down', () => server.refuse(call, 'UNEXPECTED'), 'Unexpected error. Please try again.'],
  ])('%s', async (_, arrange, message) => {
    arrange();
    await send();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(message);
    expect(document.activeElement).toBe(alert);
    expect(email().value).toBe('ram@example.com');
  });
});

it('confirms with the same text for every address, and moves the focus there', async () => {
  server.succeed(call);
  await send(' Ram@Example.com ');
  await screen.findByText(sent);
  expect(server.calls).toEqual([{ key: call, body: { email: 'ram@example.com' } }]);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

it('returns to the form with the typed address', async () => {
  server.succeed(call);
  await send('ram@exmaple.com');
  await userEvent.click(await screen.findByRole('button', { name: 'Use a different email' }));
  expect(email().value).toBe('ram@exmaple.com');
});

it('sends again only after a wait', async () => {
  server.succeed(call);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await send();
  const waiting = await screen.findByRole('button', { name: 'Send again in 60 s' });
  fireEvent.click(waiting);
  expect(server.calls).toHaveLength(1);
  act(() => vi.advanceTimersByTime(61_000));
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByText('New link requested.');
  expect(server.calls).toHaveLength(2);
  await screen.findByRole('button', { name: /^Send again in/ });
});
