import type { FastifyRequest } from 'fastify';
import { beforeEach, expect, test, vi } from 'vitest';
import { createSessions, type Sessions } from './sessions.ts';
import type { UsersStore } from './store.ts';

// Before the imports: the cache takes its clock when it is loaded.
vi.hoisted(() => vi.useFakeTimers());

const token = 'a'.repeat(32);
const request = { cookies: { 'upaj.session_token': `${token}.signature` } } as unknown as FastifyRequest;
const minute = 60_000;

let findSession: ReturnType<typeof vi.fn<UsersStore['findSession']>>;
let sessions: Sessions;

const session = () => ({
  id: 'id',
  username: 'name',
  isComplete: true,
  expiresAt: new Date(Date.now() + 60 * minute),
});

beforeEach(async () => {
  // The cache takes the moment 0 for none.
  await vi.advanceTimersByTimeAsync(1);
  findSession = vi.fn<UsersStore['findSession']>(async () => session());
  sessions = createSessions({ findSession } as unknown as UsersStore);
});

test('a session is remembered for a minute, however often it is used', async () => {
  await sessions.findViewer(request);
  expect(findSession).toHaveBeenCalledTimes(1);
  for (let seconds = 0; seconds < 50; seconds += 10) {
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await sessions.findViewer(request)).toMatchObject({ id: 'id' });
  }
  expect(findSession).toHaveBeenCalledTimes(1);
  // Ended elsewhere, by another process.
  findSession.mockResolvedValue(undefined);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(await sessions.findViewer(request)).toBeNull();
});

test('a session that runs out while it is remembered is over', async () => {
  findSession.mockResolvedValue({ ...session(), expiresAt: new Date(Date.now() + 1_000) });
  expect(await sessions.findViewer(request)).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1_001);
  expect(await sessions.findViewer(request)).toBeNull();
});

test('a look-up that was under way when the session ended is not remembered', async () => {
  let answer: (found: Awaited<ReturnType<UsersStore['findSession']>>) => void = () => {};
  findSession.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const underWay = sessions.findViewer(request);
  sessions.forget(request);
  answer(session());
  await underWay;
  findSession.mockResolvedValue(undefined);
  expect(await sessions.findViewer(request)).toBeNull();
});

test('a cookie that cannot be a token is not looked up', async () => {
  for (const value of ['', '.', '\u0000', `${token}a`, `${token.slice(1)}-`, "' or true --"])
    expect(await sessions.findViewer({ cookies: { 'upaj.session_token': value } } as never)).toBeNull();
  expect(findSession).not.toHaveBeenCalled();
});
