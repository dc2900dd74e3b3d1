// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useUser } from '#people/users/session.ts';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { PrivacyCard } from './privacy-card.tsx';

const call = 'PATCH /api/v1/users/privacy';
const account = (isHidden: boolean) => ({ _id: 'u1', contactInfo: { isHidden }, hasPublicPage: true });
let server: ReturnType<typeof stubServer>;

function Screen() {
  const user = useUser();
  return user && <PrivacyCard user={user} />;
}

beforeEach(() => {
  server = stubServer();
  renderPart(() => <Screen />, account(false) as never);
});
afterEach(() => cleanup());

const alerts = () =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('');
const control = (name = /hide/i) => screen.getByRole<HTMLInputElement>('switch', { name });

it('switches at once, and then shows the server’s state', async () => {
  let arrive = () => {};
  server.give(call, async () => {
    await new Promise<void>((resolve) => (arrive = resolve));
    return Response.json({ success: true, data: account(true) });
  });
  await userEvent.click(control());
  expect(control().checked).toBe(true);
  arrive();
  await waitFor(() => expect(server.calls).toEqual([{ key: call, body: { isContactHidden: true } }]));
  expect(control().checked).toBe(true);
});

it('switches back when saving failed, shows why, and can be pressed again', async () => {
  server.loseConnection(call);
  server.succeed(call, account(true));
  await userEvent.click(control());
  await waitFor(() => expect(control().checked).toBe(false));
  expect(alerts()).toBe('This setting could not be saved. Network error. Please check your connection.');
  await userEvent.click(control());
  await waitFor(() => expect(alerts()).toBe(''));
  expect(control().checked).toBe(true);
});

it('saves each setting alone', async () => {
  server.succeed(call, { ...account(false), hasPublicPage: false });
  await userEvent.click(control(/public page/i));
  await waitFor(() => expect(server.calls).toEqual([{ key: call, body: { hasPublicPage: false } }]));
  expect([control().checked, control(/public page/i).checked]).toEqual([false, false]);
});
