// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors, type ErrorCode } from '@upaj/contract/errors';
import type { FieldMessageKey } from '@upaj/contract/field-messages';
import { fieldMessages, messageOf } from '../../../test/texts.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { upload } from '#lib/upload.ts';
import { ToastHost } from '#ui/toast/toast-host.tsx';
import { RegisterForm } from './register-form.tsx';
import { currentUserQuery } from './session.ts';

vi.mock('#lib/upload.ts', () => ({ upload: vi.fn<typeof upload>() }));
const uploadMock = vi.mocked(upload);
const line = vi.hoisted(() => ({ isCut: false }));
vi.mock('@upaj/contract/people/registration', async (original) => {
  const { registerSchema, ...rest } = await original<{ registerSchema: unknown }>();
  return {
    ...rest,
    get registerSchema() {
      if (line.isCut) throw new TypeError('Failed to fetch dynamically imported module');
      return registerSchema;
    },
  };
});
const answered = (status: number, body: object) => ({ status, text: JSON.stringify(body), retryAfter: null });
const refused = (code: ErrorCode, fields: Record<string, FieldMessageKey> = {}) =>
  answered(errors[code].status, {
    success: false,
    code,
    message: messageOf(code),
    errors: Object.entries(fields).map(([field, key]) => ({ field, key, message: fieldMessages[key] })),
    requestId: 'r',
  });

let client: QueryClient;
function show(): void {
  client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <RegisterForm />
      <ToastHost />
    </QueryClientProvider>,
  );
}
beforeEach(() => {
  sessionStorage.clear();
  show();
});
afterEach(() => {
  cleanup();
  line.isCut = false;
  uploadMock.mockReset();
});

const valid = {
  'Full name': 'Sunita Pawar',
  'Contact number': '9876543210',
  Username: 'sunita.p',
  Email: 'sunita@example.com',
  'Aadhaar number': '123456789012',
  Password: 'mandi-2026',
  'Confirm password': 'mandi-2026',
};
type Label = keyof typeof valid;
const input = (label: Label) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: Label, value: string) => fireEvent.input(input(label), { target: { value } });
function fill(changes: Partial<Record<Label, string>> = {}): void {
  for (const [label, value] of Object.entries({ ...valid, ...changes })) type(label as Label, value);
  fireEvent.click(screen.getByLabelText(/^Farmer/));
  fireEvent.click(screen.getByLabelText('I agree to the terms and conditions'));
}
const send = () => userEvent.click(screen.getByText('Create Account'));
const toasts = () =>
  [...document.querySelectorAll('[data-sonner-toast]')].map(({ textContent }) => textContent);

describe('validates before sending', () => {
  it.each<[Label, string, FieldMessageKey]>([
    ['Full name', '  ', 'fullNameRequired'],
    ['Full name', 'S', 'fullNameShort'],
    ['Contact number', '', 'contactRequired'],
    ['Contact number', '987654321', 'contactInvalid'],
    ['Contact number', '5876543210', 'contactInvalid'],
    ['Username', '', 'usernameRequired'],
    ['Username', 'su', 'usernameShort'],
    ['Username', 'su nita', 'usernameInvalid'],
    ['Email', '', 'emailRequired'],
    ['Email', 'sunita@example', 'emailInvalid'],
    ['Aadhaar number', '', 'aadhaarRequired'],
    ['Aadhaar number', '12345678901', 'aadhaarInvalid'],
    ['Password', '', 'passwordRequired'],
    ['Confirm password', 'mandi-2027', 'passwordsDiffer'],
  ])('%s "%s"', async (label, value, key) => {
    fill({ [label]: value });
    await send();
    const text = await screen.findByText(fieldMessages[key]);
    expect(input(label).getAttribute('aria-describedby')).toContain(text.id);
    expect(document.activeElement).toBe(input(label));
    expect(uploadMock).not.toHaveBeenCalled();
    type(label, 'edited');
    await waitFor(() => expect(screen.queryByText(fieldMessages[key])).toBeNull());
  });

  it('a password of five characters', async () => {
    fill({ Password: '12345', 'Confirm password': '12345' });
    await send();
    await screen.findByText('Password must be at least 6 characters');
  });

  it('role and terms', async () => {
    await send();
    await screen.findByText('Please select your role');
    screen.getByText('You must agree to terms and conditions');
    fireEvent.click(screen.getByLabelText(/^Merchant\/Buyer/));
    fireEvent.click(screen.getByLabelText('I agree to the terms and conditions'));
    await waitFor(() => expect(screen.queryByText('Please select your role')).toBeNull());
    expect(screen.queryByText('You must agree to terms and conditions')).toBeNull();
  });

  it('removes "do not match" when the first password is corrected', async () => {
    fill({ 'Confirm password': 'mandi-2027' });
    await send();
    await screen.findByText('Passwords do not match');
    type('Password', 'mandi-2027');
    await waitFor(() => expect(screen.queryByText('Passwords do not match')).toBeNull());
  });
});

describe('numbers', () => {
  it.each<[label: Label, text: string, pasted: string, typed?: string]>([
    ['Contact number', '98765 43210', '9876543210'],
    ['Contact number', '+91 98765-43210', '9876543210'],
    ['Contact number', '९८७६५४३२१०', '9876543210'],
    ['Contact number', '091-98765 43210', '9876543210'],
    ['Contact number', '0091 98765 43210', '9876543210'],
    ['Contact number', '098765 43210', '9876543210'],
    ['Contact number', '+९१ ９８７６５ ４３２１０', '9876543210'],
    ['Contact number', '91987 65432', '9198765432'],
    // Typing stops at the last digit, but a longer pasted number stays, so that the user can correct it.
    ['Contact number', '98765 432109', '98765432109', '9876543210'],
    ['Aadhaar number', '1234 5678 9012 34', '12345678901234', '123456789012'],
  ])('%s "%s" becomes %s when pasted', async (label, text, pasted, typed = pasted) => {
    await userEvent.click(input(label));
    await userEvent.paste(text);
    expect(input(label).value).toBe(pasted);
    await userEvent.clear(input(label));
    await userEvent.type(input(label), text);
    expect(input(label).value).toBe(typed);
  });

  it('with a digit too many are refused, not cut', async () => {
    fill({ 'Contact number': '98765432109' });
    await send();
    await screen.findByText('Please enter a valid 10-digit mobile number');
  });
});

it('shows the main product once a role is chosen, worded for that role', () => {
  expect(screen.queryByLabelText(/Main product/)).toBeNull();
  fireEvent.click(screen.getByLabelText(/^Farmer/));
  screen.getByLabelText(/Main product you grow/);
  fireEvent.click(screen.getByLabelText(/^Merchant/));
  screen.getByLabelText(/Main product you buy/);
});

it('accepts the terms from their dialog', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Read the terms' }));
  await userEvent.click(await screen.findByRole('button', { name: 'I agree' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('I agree to the terms and conditions').checked).toBe(true);
});

describe('the toast during registration', () => {
  const busyText = 'Creating your account…';

  it('is replaced by the welcome', async () => {
    const user = { _id: '1', fullName: 'Sunita Pawar' };
    let finish: (answer: Awaited<ReturnType<typeof upload>>) => void = () => {};
    uploadMock.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
    fill();
    await send();
    await waitFor(() => expect(toasts()).toContain(busyText));
    const busy = screen.getByRole('button', { name: 'Creating Account...' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    finish(answered(201, { success: true, data: { user } }));
    await waitFor(() => expect(toasts()).toContain('Welcome to Upaj, Sunita Pawar!'));
    expect(toasts()).not.toContain(busyText);
    expect(client.getQueryData(currentUserQuery.queryKey)).toEqual(user);
    expect(sessionStorage.length).toBe(0);
    const sent = uploadMock.mock.calls[0]![0].form;
    expect(Object.fromEntries(sent)).toEqual({
      fullName: 'Sunita Pawar',
      contact: '9876543210',
      username: 'sunita.p',
      email: 'sunita@example.com',
      adharNo: '123456789012',
      userType: 'farmer',
      majorProduct: '',
      password: 'mandi-2026',
      confirmPassword: 'mandi-2026',
    });
  });

  it.each([
    ['what the server says', () => Promise.resolve(refused('TOO_LARGE')), messageOf('TOO_LARGE')],
    [
      'lost connection',
      () => Promise.reject(new Error('No answer')),
      'Network error. Check your connection.',
    ],
    [
      'no sense',
      () => Promise.resolve({ status: 500, text: '', retryAfter: null }),
      'Unexpected error. Please try again.',
    ],
  ])('is replaced by %s', async (_, outcome, message) => {
    uploadMock.mockImplementationOnce(outcome);
    fill();
    await send();
    await waitFor(() => expect(toasts()).toContain(message));
    expect(toasts()).not.toContain(busyText);
    const [alert] = screen.getAllByRole('alert').filter(({ textContent }) => textContent === message);
    expect(document.activeElement).toBe(alert);
    expect(input('Email').value).toBe(valid.Email);
  });
});

it('shows the server’s errors at their fields and focuses the first one', async () => {
  uploadMock.mockResolvedValueOnce(
    refused('USERNAME_TAKEN', { adharNo: 'aadhaarInvalid', username: 'usernameTaken' }),
  );
  fill();
  await send();
  const text = await screen.findByText(fieldMessages.aadhaarInvalid);
  expect(input('Aadhaar number').getAttribute('aria-describedby')).toContain(text.id);
  expect(input('Username').getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(input('Username')));
});

it('says that the owner of a taken address was sent a link', async () => {
  uploadMock.mockResolvedValueOnce(refused('EMAIL_TAKEN', { email: 'emailTaken' }));
  fill();
  await send();
  await screen.findByText(/We have sent a link to it/);
});

it('without its schema still requires the terms, and leaves the rest to the server', async () => {
  line.isCut = true;
  uploadMock.mockResolvedValueOnce(refused('INVALID_INPUT', { confirmPassword: 'passwordsDiffer' }));
  fill({ 'Confirm password': 'mandi-2027' });
  fireEvent.click(screen.getByLabelText('I agree to the terms and conditions'));
  await send();
  await screen.findByText('You must agree to terms and conditions');
  expect(uploadMock).not.toHaveBeenCalled();
  fireEvent.click(screen.getByLabelText('I agree to the terms and conditions'));
  await send();
  await screen.findByText('Passwords do not match');
  expect(Object.fromEntries(uploadMock.mock.calls[0]![0].form)).not.toHaveProperty('agreeToTerms');
});

describe('a half-typed form', () => {
  it('survives a reload, without passwords and Aadhaar number', () => {
    fill();
    const kept = JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage });
    expect(kept).not.toContain(valid.Password);
    expect(kept).not.toContain(valid['Aadhaar number']);
    cleanup();
    show();
    expect(input('Full name').value).toBe(valid['Full name']);
    expect(input('Contact number').value).toBe(valid['Contact number']);
    expect(screen.getByLabelText<HTMLInputElement>(/^Farmer/).checked).toBe(true);
    expect(input('Aadhaar number').value + input('Password').value).toBe('');
  });

  it('is deleted when the user starts again', async () => {
    fill();
    cleanup();
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect(input('Full name').value).toBe('');
    expect(screen.queryByText('Start over')).toBeNull();
    cleanup();
    show();
    expect(input('Email').value).toBe('');
  });
});
