// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { currentUserQuery } from '#people/users/session.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { fieldMessages } from '../../../test/texts.ts';
import { AadhaarCard } from './aadhaar-card.tsx';

const call = 'POST /api/v1/users/aadhaar';
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});
afterEach(() => cleanup());

const open = (hasPassword: boolean) =>
  renderPart(() => <AadhaarCard hasPassword={hasPassword} />, { _id: 'u1', aadhaarNumber: '' });
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label, { selector: 'input' }), { target: { value } });
const press = () => userEvent.click(screen.getByRole('button', { name: 'Add Aadhaar number' }));

it('says what it is for, and adds it', async () => {
  server.succeed(call, { user: { _id: 'u1', aadhaarNumber: 'XXXX XXXX 1234' } });
  const client = open(false);
  screen.getByText(/verified badge.*more than 5 posts a week/);
  type('Aadhaar number', '1234 5678');
  await press();
  await screen.findByText(fieldMessages.aadhaarInvalid);
  type('Aadhaar number', '2345 6789 1234');
  await press();
  await waitFor(() => expect(toasts()).toContain('Aadhaar number added'));
  expect(server.calls).toEqual([{ key: call, body: { adharNo: '234567891234' } }]);
  expect(client.getQueryData(currentUserQuery.queryKey)?.aadhaarNumber).toBe('XXXX XXXX 1234');
});

it('requires the password of an account that has one, and shows the server’s error at its field', async () => {
  server.refuse(call, 'INVALID_INPUT', { fields: { password: 'currentPasswordWrong' } });
  open(true);
  type('Aadhaar number', '234567891234');
  await press();
  await screen.findByText(fieldMessages.passwordRequired);
  expect(server.calls).toEqual([]);
  type('Your password', 'mandi-2026');
  await press();
  await screen.findByText(fieldMessages.currentPasswordWrong);
  expect(server.calls).toEqual([{ key: call, body: { adharNo: '234567891234', password: 'mandi-2026' } }]);
});
