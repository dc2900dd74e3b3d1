import type { SendResult } from '@upaj/contract/chat/messages';
import { afterEach, expect, it, vi } from 'vitest';
import type { Outgoing } from './queue-store.ts';
import { setConnection } from '#chat/presence.ts';
import type { Connection } from '#lib/live/connection.ts';
import { judgeFailure, sendMessage } from './send.ts';

const item = { receiverId: 'ravi', clientId: 'c1', text: 'Hello', photos: [] } as unknown as Outgoing;
const send = () => sendMessage(item, () => undefined, new AbortController().signal);

function connect(answer: Promise<SendResult> | undefined) {
  const connection = {
    send: vi.fn<Connection['send']>(() => answer),
    sendTyping: () => undefined,
    close: () => undefined,
  };
  setConnection(connection);
  return connection.send;
}

afterEach(() => {
  setConnection(undefined);
  vi.unstubAllGlobals();
});

it('uses the socket while it is connected', async () => {
  const newMessage = { _id: 'm1' } as never;
  const overSocket = connect(Promise.resolve({ newMessage }));
  expect(await send()).toBe(newMessage);
  expect(overSocket).toHaveBeenCalledWith({ userId: 'ravi', text: 'Hello', clientId: 'c1' });
});

it('uses a call while it is not connected', async () => {
  connect(undefined);
  const answer = { success: true, newMessage: { _id: 'm1' } };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer)));
  expect(await send()).toEqual({ _id: 'm1' });
});

it.each([
  [
    { code: 'BLOCKED', message: 'No' },
    { kind: 'refused', code: 'BLOCKED', message: 'No' },
  ],
  [
    { code: 'TOO_MANY_REQUESTS', message: 'Wait', retryAfterSeconds: 7 },
    { kind: 'later', after: 7_000, isTooFast: true },
  ],
  [{ code: 'UNEXPECTED', message: 'Broken' }, { kind: 'later' }],
  [
    { code: 'STORAGE_FULL', message: 'Full', retryAfterSeconds: 600 },
    { kind: 'later', after: 600_000 },
  ],
] as const)('treats the refusal %o by its code', async (answer, outcome) => {
  connect(Promise.resolve(answer as SendResult));
  expect(await send().catch(judgeFailure)).toEqual(outcome);
});

it('retries when the connection broke before the response', async () => {
  connect(Promise.reject(new Error('socket has been disconnected')));
  expect(await send().catch(judgeFailure)).toEqual({ kind: 'later' });
});
