// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeOutbox } from '#chat/messages/conversations.ts';
import type { Outgoing } from '#chat/outbox/outbox-store.ts';
import { checkSession, currentUserQuery } from '#people/users/session.ts';
import { renderPart, stubServer } from '../../../test/stub-server.tsx';
import { useLogout } from './use-logout.ts';

const { kept } = vi.hoisted(() => ({ kept: new Map<string, unknown>() }));
interface Messages {
  delete: (range: { from: string; to: string }) => void;
}
const messages: Messages = {
  delete({ from, to }) {
    for (const key of kept.keys()) if (key >= from && key <= to) kept.delete(key);
  },
};
vi.stubGlobal('IDBKeyRange', { bound: (from: string, to: string) => ({ from, to }) });
vi.mock('idb-keyval', () => ({
  createStore: () => async (_: string, use: (store: Messages) => unknown) => use(messages),
  promisifyRequest: () => undefined,
  get: async (key: string) => kept.get(key),
  set: async (key: string, value: unknown) => void kept.set(key, value),
  del: async (key: string) => void kept.delete(key),
  entries: async () => [...kept],
  clear: async () => {},
}));

const logout = 'POST /api/v1/users/logout';
const user = { _id: 'asha', isComplete: true };
let server: ReturnType<typeof stubServer>;
beforeEach(() => {
  kept.clear();
  server = stubServer();
  server.succeed(logout);
});
afterEach(() => {
  closeOutbox();
  cleanup();
});

/** Refused by the server, so that it needs a decision by the user. */
function keepUnsent(...keys: string[]): void {
  for (const key of keys) {
    const [, clientId = ''] = key.split('/');
    const failure = { code: 'BLOCKED', message: '' };
    const item = { clientId, receiverId: 'ravi', text: 'Hello', pictures: [], post: null, failure };
    kept.set(key, { ...item, createdAt: '2026-01-01T00:00:00.000Z' } satisfies Outgoing);
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

it('asks nothing where everything has gone out', async () => {
  keepUnsent('meena/c9');
  const client = await press();
  await waitFor(() => expect(isLoggedIn(client)).toBe(false));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('deletes nothing before it was asked for', async () => {
  keepUnsent('asha/c1', 'asha/c2');
  const client = await press();
  await screen.findByRole('dialog', { name: '2 messages have not been sent yet' });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect([isLoggedIn(client), server.calls, kept.size]).toEqual([true, [], 2]);
});

it('takes along what was not sent, of nobody else', async () => {
  keepUnsent('asha/c1', 'meena/c9');
  const client = await press();
  await screen.findByRole('dialog', { name: '1 message has not been sent yet' });
  await userEvent.click(screen.getByRole('button', { name: 'Delete and log out' }));
  await waitFor(() => expect(isLoggedIn(client)).toBe(false));
  await waitFor(() => expect([...kept.keys()]).toEqual(['meena/c9']));
});

it('keeps it when the log-out fails, and when the session ends by itself', async () => {
  keepUnsent('asha/c1');
  server.forget(logout);
  server.cutLine(logout);
  const client = await press();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete and log out' }));
  await screen.findByText('Log out failed');
  expect(isLoggedIn(client)).toBe(true);
  server.refuse('GET /api/v1/users/current-user', 'NOT_LOGGED_IN');
  await checkSession(client);
  expect([isLoggedIn(client), [...kept.keys()]]).toEqual([false, ['asha/c1']]);
});
