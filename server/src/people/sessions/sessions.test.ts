import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createSessionCookie } from '#src/platform/http/session-cookie.ts';
import { sign, type SecretKeys } from '#src/platform/signatures.ts';
import { sessionCookie, testSecretKey } from '#test/session-cookie.ts';
import { sessionsService, type SessionsService } from './service.ts';
import { expiryOf } from './last-seen.ts';
import type { SessionsStore } from './store.ts';

// The cache keeps a reference to the real `performance`, which fake timers replace, so the real one is mocked too.
const clock = performance;
beforeAll(() => {
  vi.useFakeTimers();
  vi.spyOn(clock, 'now').mockImplementation(() => Date.now());
});
afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const token = 'a'.repeat(32);
const withCookie = (value: string, name = 'upaj.session_token') =>
  ({ cookies: { [name]: decodeURIComponent(value) } }) as unknown as FastifyRequest;
const request = withCookie(sessionCookie(token));
const reply = { setCookie: () => undefined } as unknown as FastifyReply;
const minute = 60_000;

let findSession: ReturnType<typeof vi.fn<SessionsStore['findSession']>>;
let sessions: SessionsService;
const [seen, renewSoon] = [vi.fn(), vi.fn()];

const cookieOf = ({
  keys = [testSecretKey],
  publicUrl = 'http://localhost:3000',
}: { keys?: SecretKeys; publicUrl?: string } = {}) => createSessionCookie(keys, publicUrl);
const create = (changes: Parameters<typeof cookieOf>[0] = {}) =>
  sessionsService({
    store: { findSession, removeSession: async () => 'id' } as unknown as SessionsStore,
    lastSeen: { seen, renewSoon },
    cookie: cookieOf(changes),
  });

const session = () => ({
  id: 'id',
  username: 'name',
  isComplete: true,
  state: '',
  district: '',
  sessionId: 'session',
  isRemembered: true,
  expiresAt: expiryOf(true),
  staffRole: null,
  hasSecondFactor: false,
  secondFactorAt: null,
  restrictedUntil: null,
});

beforeEach(async () => {
  await vi.advanceTimersByTimeAsync(1);
  findSession = vi.fn<SessionsStore['findSession']>(async () => session());
  sessions = create();
  seen.mockReset();
  renewSoon.mockReset();
});

test('a session is cached for a minute, however often it is used', async () => {
  await sessions.findViewer(request);
  expect(findSession).toHaveBeenCalledTimes(1);
  for (let seconds = 0; seconds < 50; seconds += 10) {
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await sessions.findViewer(request)).toMatchObject({ id: 'id' });
  }
  expect(findSession).toHaveBeenCalledTimes(1);
  findSession.mockResolvedValue(undefined);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(await sessions.findViewer(request)).toBeNull();
});

test('a lookup reports the user as seen, and a session that is due for renewal', async () => {
  await sessions.findViewer(request);
  await sessions.findViewer(request);
  expect(seen.mock.calls).toEqual([[['id']]]);
  expect(renewSoon).not.toHaveBeenCalled();
  sessions.drop(undefined);
  findSession.mockResolvedValue({ ...session(), expiresAt: new Date(Date.now() + minute) });
  await sessions.findViewer(request);
  expect(renewSoon.mock.calls).toEqual([['session']]);
});

test('a lookup that was running when the session ended is not cached', async () => {
  let response: (found: Awaited<ReturnType<SessionsStore['findSession']>>) => void = () => {};
  findSession.mockReturnValueOnce(new Promise((resolve) => (response = resolve)));
  const underWay = sessions.findViewer(request);
  await sessions.end(request, reply);
  response(session());
  await underWay;
  findSession.mockResolvedValue(undefined);
  expect(await sessions.findViewer(request)).toBeNull();
});

test.each([
  ['unsigned', token],
  ['with a signature that is none', `${token}.signature`],
  ['signed with another key', `${token}.${sign(token, 'x'.repeat(32)).toString('base64')}`],
  [
    'with the signature of another token',
    `${'b'.repeat(32)}.${sign(token, testSecretKey).toString('base64')}`,
  ],
  ['no token', `' or true --.${sign("' or true --", testSecretKey).toString('base64')}`],
  ['too long', sessionCookie(`${token}a`)],
  ['empty', ''],
])('does not look up a cookie that is %s', async (_, value) => {
  const forged = { cookies: { 'upaj.session_token': value } } as unknown as FastifyRequest;
  expect(await sessions.findViewer(forged)).toBeNull();
  expect(cookieOf().tokenOf(forged)).toBeUndefined();
  expect(findSession).not.toHaveBeenCalled();
});
