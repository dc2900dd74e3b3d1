// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fieldMessages } from '../../../test/texts.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setLocale } from '#i18n/locale.ts';
import { renderPart, stubServer, toasts } from '../../../test/stub-server.tsx';
import { CompleteForm } from './complete-form.tsx';
import { currentUserQuery } from './session.ts';

const complete = 'POST /api/v1/users/complete';

let server: ReturnType<typeof stubServer>;
let client: ReturnType<typeof renderPart>;
beforeEach(() => {
  server = stubServer();
  client = renderPart((user) => <CompleteForm user={user} />, {
    _id: 'u1',
    fullName: 'Lakshmi Devi',
    username: 'new-0123456789ab',
    userType: 'farmer',
    isComplete: false,
  });
});
afterEach(async () => {
  cleanup();
  await setLocale('en');
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const send = () => userEvent.click(screen.getByRole('button', { name: 'Finish' }));
async function fill(): Promise<void> {
  fireEvent.input(field('Contact number'), { target: { value: '98765 43210' } });
  fireEvent.input(field('Username'), { target: { value: 'lakshmi' } });
  await userEvent.click(screen.getByRole('radio', { name: /^Merchant/ }));
}

it('starts with the name and leaves the rest empty, the role too', async () => {
  expect(field('Full name').value).toBe('Lakshmi Devi');
  expect([field('Contact number').value, field('Username').value]).toEqual(['', '']);
  expect(screen.queryByRole('radio', { checked: true })).toBeNull();
  await send();
  await screen.findByText(fieldMessages.contactRequired);
  screen.getByText(fieldMessages.usernameRequired);
  screen.getByText(fieldMessages.roleRequired);
  expect(server.calls).toEqual([]);
});

it('sends the form and continues with the complete account', async () => {
  const user = { _id: 'u1', fullName: 'Lakshmi Devi', username: 'lakshmi', isComplete: true };
  server.succeed(complete, { user });
  await fill();
  fireEvent.input(screen.getByLabelText(/Main product you buy/), { target: { value: 'Turmeric' } });
  await send();
  await waitFor(() => expect(client.getQueryData(currentUserQuery.queryKey)).toEqual(user));
  expect(server.calls).toEqual([
    {
      key: complete,
      body: {
        fullName: 'Lakshmi Devi',
        contact: '9876543210',
        username: 'lakshmi',
        userType: 'merchant',
        majorProduct: 'Turmeric',
      },
    },
  ]);
  await waitFor(() => expect(toasts()).toContain('Welcome to Upaj, Lakshmi Devi!'));
});

it('marks a username that exists already and preserves the rest', async () => {
  server.refuse(complete, 'USERNAME_TAKEN', { fields: { username: 'usernameTaken' } });
  await fill();
  await send();
  const message = await screen.findByText(fieldMessages.usernameTaken);
  expect(field('Username').getAttribute('aria-describedby')).toContain(message.id);
  expect(document.activeElement).toBe(field('Username'));
  expect(field('Contact number').value).toBe('9876543210');
});

it('shows that the connection was lost', async () => {
  server.loseConnection(complete);
  await fill();
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe('Network error. Check your connection.');
});

it('is in Hindi in Hindi', async () => {
  await setLocale('hi');
  await screen.findByRole('button', { name: 'पूरा करें' });
});
