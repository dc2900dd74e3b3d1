// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeSendQueue } from '#chat/messages/conversations.ts';
import type { Outgoing } from '#chat/send-queue/queue-store.ts';
import { checkSession, currentUserQuery, hasExpired } from '#people/users/session.ts';
import { fakeKeyRange } from '../../../test/idb-keyval.ts';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { storedOwner } from '../stored-owner.ts';
import { useLogout } from './use-logout.ts';

const { stored } = vi.hoisted(() => ({ stored: new Map<string, unknown>() }));
vi.stubGlobal('IDBKeyRange', fakeKeyRange);
vi.mock('idb-keyval', async () => {
  const { fakeIdbKeyval } = await import('../../../test/idb-keyval.ts');
  const messages = fakeIdbKeyval(stored);
  const drafts = fakeIdbKeyval(new Map());
  const createStore = (name: string) => (name === 'upaj-outbox' ? messages : drafts).createStore(name);
  return { ...messages, createStore };
});

const logout = 'POST /api/v1/users/logout';
const user = { _id: 'asha', isComplete: true };
let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  stored.clear();
  server = stubServer();
  server.succeed(logout);
});
afterEach(() => {
  closeSendQueue();
  cleanup();
});

/** Stores messages that the server refused, which the user has to decide about. */
function storeUnsent(...keys: string[]): void {
  for (const key of keys) {
    const [, clientId = ''] = key.split('/');
    const failure = { code: 'BLOCKED', message: '' };
    const item = { clientId, receiverId: 'ravi', text: 'Hello', photos: [], post: null, failure };
    stored.set(key, { ...item, createdAt: '2026-01-01T00:00:00.000Z' } satisfies Outgoing);
  }
}

function LogOut() {
  const { logOut } = useLogout();
  return (
    <button type="button" onClick={logOut}>
      Out
    </button>
  );
}

async function press() {
  const client = renderPart(() => <LogOut />, user);
  await userEvent.click(screen.getByRole('button', { name: 'Out' }));
  return client;
}
const isLoggedIn = (client: Awaited<ReturnType<typeof press>>) =>
  Boolean(client.getQueryData(currentUserQuery.queryKey));

it('needs no confirmation when all messages were sent', async () => {
  storeUnsent('meena/c9');
  const client = await press();
  await waitFor(() => expect(isLoggedIn(client)).toBe(false));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('deletes nothing before the user confirms', async () => {
  storeUnsent('asha/c1', 'asha/c2');
  const client = await press();
  await screen.findByRole('dialog', { name: '2 messages have not been sent yet' });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect([isLoggedIn(client), server.calls, stored.size]).toEqual([true, [], 2]);
});

it('deletes this user’s unsent messages only', async () => {
  storeUnsent('asha/c1', 'meena/c9');
  const client = await press();
  await screen.findByRole('dialog', { name: '1 message has not been sent yet' });
  await userEvent.click(screen.getByRole('button', { name: 'Delete and log out' }));
  await waitFor(() => expect(isLoggedIn(client)).toBe(false));
  await waitFor(() => expect([...stored.keys()]).toEqual(['meena/c9']));
});

it('deletes nothing when the log-out fails, or the session expires', async () => {
  storeUnsent('asha/c1');
  server.forget(logout);
  server.loseConnection(logout);
  const client = await press();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete and log out' }));
  await screen.findByText('Log out failed');
  expect(isLoggedIn(client)).toBe(true);
  server.refuse('GET /api/v1/users/current-user', 'NOT_LOGGED_IN');
  localStorage.setItem('upaj-member', '1');
  await checkSession(client);
  expect([isLoggedIn(client), [...stored.keys()]]).toEqual([false, ['asha/c1']]);
  // Users check the session after they set a new password, so they need not be notified that it ended.
  expect(hasExpired.get()).toBe(false);
});

it('hides what is stored before the server responds, and shows it again when the log-out fails', async () => {
  storedOwner.write('asha');
  let respond: (() => void) | undefined;
  server.forget(logout);
  server.give(logout, () => new Promise((_, reject) => (respond = () => reject(new TypeError('Failed')))));
  await press();
  await waitFor(() => expect(respond).toBeDefined());
  expect(storedOwner.read()).toBe('leaving');
  respond?.();
  await screen.findByText('Log out failed');
  expect(storedOwner.read()).toBe('asha');
});
