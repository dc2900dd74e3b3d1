// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#people/users/session.ts';
import { fieldMessages } from '../../../test/texts.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

const start = 'POST /api/v1/users/totp';
const confirm = 'POST /api/v1/users/totp/confirm';
const end = 'DELETE /api/v1/users/totp';
const secret = {
  secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567ABCDEFGH',
  uri: 'otpauth://totp/Upaj:asha?secret=ABCDEFGH',
  recoveryCodes: Array.from({ length: 8 }, (_, index) => `abcde-fghj${index + 2}`),
};
const writeText = vi.fn(async () => {});
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
});
afterEach(() => cleanup());

const open = (changes: object = {}) =>
  renderPart((user) => <SecondFactorCard user={user} />, {
    _id: 'u1',
    hasPassword: true,
    hasSecondFactor: false,
    staffRole: null,
    ...changes,
  });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });

it('shows key and recovery codes, and is on after a right code', async () => {
  server.succeed(start, secret);
  const client = open();
  await press('Set up');
  await screen.findByText(fieldMessages.passwordRequired);
  type('Your password', 'harvest-2026');
  await press('Set up');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 })));
  await screen.findByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567 ABCD EFGH');
  await press('Copy key');
  await press('Copy codes');
  expect(writeText.mock.calls).toEqual([[secret.secret], [secret.recoveryCodes.join('\n')]]);
  server.refuse(confirm, 'INVALID_INPUT', { fields: { code: 'codeWrong' } });
  type('6-digit code', '123456');
  await press('Switch on');
  await screen.findByText(fieldMessages.codeWrong);
  server.forget(confirm);
  server.succeed(confirm, { user: { _id: 'u1', hasSecondFactor: true } });
  type('6-digit code', '123 457');
  await press('Switch on');
  await waitFor(() => expect(toasts()).toContain('Two-step verification is on'));
  expect(client.getQueryData(currentUserQuery.queryKey)?.hasSecondFactor).toBe(true);
  expect(server.calls.map(({ body }) => body)).toEqual([
    { password: 'harvest-2026' },
    { code: '123456' },
    { code: '123457' },
  ]);
});

it('needs no password for an account without one', async () => {
  server.succeed(start, secret);
  open({ hasPassword: false });
  await press('Set up');
  await screen.findByRole('img', { name: 'QR code for your authenticator app' });
  expect(server.calls).toEqual([{ key: start, body: {} }]);
});

it('is switched off with the password and a recovery code', async () => {
  server.succeed(end);
  server.succeed('GET /api/v1/users/current-user', { user: { _id: 'u1', hasSecondFactor: false } });
  open({ hasSecondFactor: true });
  await press('Switch off');
  type('Your password', 'harvest-2026');
  expect(document.activeElement).toBe(screen.getByLabelText('Your password'));
  type('Code', 'K7M2X-9fq4t');
  await press('Switch off');
  await waitFor(() => expect(toasts()).toContain('Two-step verification is off'));
  expect(server.calls[0]).toEqual({ key: end, body: { password: 'harvest-2026', code: 'k7m2x9fq4t' } });
});
