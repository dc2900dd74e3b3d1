// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentUserQuery, enterSession, lacksCode } from '#people/users/session.ts';
import { api } from '#lib/api.ts';
import { fieldMessages } from '../../../test/texts.ts';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { CodeForm } from './code-form.tsx';

const call = 'POST /api/v1/users/totp/confirm';
const user = { _id: 'u1', hasSecondFactor: true };
const onDone = vi.fn();
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  onDone.mockReset();
});
afterEach(() => {
  cleanup();
  lacksCode.set(false);
});

const open = () => renderPart(() => <CodeForm onDone={onDone} />);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });

it('enters the session with the code of the app', async () => {
  const client = open();
  enterSession(client, null);
  expect(lacksCode.get()).toBe(true);
  await press('Continue');
  await screen.findByText(fieldMessages.codeRequired);
  type('6-digit code', '12345');
  await press('Continue');
  await screen.findByText(fieldMessages.codeInvalid);
  expect(server.calls).toEqual([]);
  server.succeed(call, { user });
  type('6-digit code', '१२३४५६');
  await press('Continue');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.calls).toEqual([{ key: call, body: { code: '123456' } }]);
  expect(client.getQueryData(currentUserQuery.queryKey)).toEqual(user);
  expect(lacksCode.get()).toBe(false);
});

it('accepts a recovery code instead, and says when it is wrong', async () => {
  server.refuse(call, 'INVALID_INPUT', { fields: { code: 'codeWrong' } });
  open();
  type('6-digit code', '123');
  await press('Use a recovery code');
  expect(screen.getByLabelText<HTMLInputElement>('Recovery code').value).toBe('');
  type('Recovery code', ' K7M2X-9fq4t ');
  await press('Continue');
  await screen.findByText(fieldMessages.codeWrong);
  expect(server.calls).toEqual([{ key: call, body: { code: 'k7m2x9fq4t' } }]);
  expect(onDone).not.toHaveBeenCalled();
});

it('says how long to wait after too many wrong codes', async () => {
  server.refuse(call, 'TOO_MANY_REQUESTS', { headers: { 'retry-after': '840' } });
  open();
  type('6-digit code', '123456');
  await press('Continue');
  expect((await screen.findByRole('alert')).textContent).toContain('wait 14 minutes');
});

it('staff who show a code again keep what they had loaded, except refusals', async () => {
  server.succeed(call, { user });
  const key = 'GET /api/v1/notifications/unread';
  server.refuse(key, 'SECOND_FACTOR_REQUIRED');
  const client = open();
  client.setQueryData(['feed'], {});
  await client.fetchQuery({ queryKey: ['cases'], queryFn: () => api(key), retry: false }).catch(() => {});
  expect(client.getQueryState(['cases'])?.status).toBe('error');
  type('6-digit code', '123456');
  await press('Continue');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(client.getQueryState(['cases'])).toBeUndefined();
  expect(client.getQueryData(['feed'])).toEqual({});
});
