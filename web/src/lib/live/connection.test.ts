// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isConnectionLost } from '#lib/connection.ts';
import { openConnection } from './connection.ts';
import { onLive } from './events.ts';

const { socket } = vi.hoisted(() => {
  const listeners = new Map<string, (value?: unknown) => void>();
  return {
    socket: {
      options: {} as Record<string, unknown>,
      io: { on: vi.fn<() => void>() },
      active: true,
      connect: vi.fn<() => void>(),
      disconnect: vi.fn<() => void>(),
      on: (event: string, listener: (value?: unknown) => void) => void listeners.set(event, listener),
      onAny: (listener: (name: string, value: unknown) => void) =>
        void listeners.set('any', (event) => listener(...(event as [string, unknown]))),
      happen: (event: string, value?: unknown) => listeners.get(event)?.(value),
      connected: false,
      timeout: vi.fn<(ms: number) => { emitWithAck: (...args: unknown[]) => Promise<unknown> }>(),
      volatile: { emit: vi.fn<() => void>() },
    },
  };
});
vi.mock('socket.io-client', () => ({
  io: (options: Record<string, unknown>) => Object.assign(socket, { options }),
}));

let isAlive: boolean | 'lost connection';
const checkSession = vi.fn<() => Promise<boolean>>(async () => {
  if (isAlive === 'lost connection') throw new Error('No answer');
  return isAlive;
});
let connection: ReturnType<typeof openConnection>;
const open = () => (connection = openConnection('asha', checkSession));

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  isAlive = true;
  socket.active = true;
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

it('connects as the specification says', () => {
  open();
  expect(socket.options).toMatchObject({
    path: '/socket.io',
    query: { userId: 'asha' },
    transports: ['polling', 'websocket'],
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 5_000,
    randomizationFactor: 0.5,
    reconnectionAttempts: Infinity,
    timeout: 20_000,
  });
});

it.each(['ping timeout', 'transport error', 'transport close', 'parse error'])(
  'reports the lost connection and leaves reconnecting after "%s" to Socket.IO',
  async (reason) => {
    open();
    socket.happen('disconnect', reason);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isConnectionLost.get()).toBe(true);
    expect(checkSession).not.toHaveBeenCalled();
  },
);

it('checks the session after the server closed the connection, and reconnects if it is valid', async () => {
  open();
  socket.happen('disconnect', 'io server disconnect');
  expect(socket.connect).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_600);
  expect(checkSession).toHaveBeenCalledOnce();
  expect(socket.connect).toHaveBeenCalledOnce();
});

it('does not reconnect when the session is over', async () => {
  isAlive = false;
  open();
  socket.active = false;
  socket.happen('connect_error', new Error('NOT_LOGGED_IN'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect([checkSession.mock.calls.length, socket.connect.mock.calls.length]).toEqual([1, 0]);
});

it('checks with growing delays while the server does not respond', async () => {
  isAlive = 'lost connection';
  open();
  socket.happen('disconnect', 'io server disconnect');
  await vi.advanceTimersByTimeAsync(60_000);
  const { length } = checkSession.mock.calls;
  expect(length).toBeGreaterThan(6);
  expect(length).toBeLessThan(25);
});

it('does nothing once it is closed', async () => {
  open();
  socket.happen('disconnect', 'io server disconnect');
  connection.close();
  socket.happen('disconnect', 'io client disconnect');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([socket.connect.mock.calls.length, socket.disconnect.mock.calls.length]).toEqual([0, 1]);
  expect(isConnectionLost.get()).toBe(false);
});

it('publishes the events of the server, and each connection as missed events', () => {
  open();
  const missed = vi.fn<() => void>();
  const typing = vi.fn<(state: object) => void>();
  const stop = onLive({ missed, typing });
  socket.happen('connect');
  socket.happen('any', ['typing', { userId: 'ravi', isTyping: true }]);
  socket.happen('any', ['ofALaterVersion', {}]);
  expect([missed.mock.calls, typing.mock.calls]).toEqual([[[]], [[{ userId: 'ravi', isTyping: true }]]]);
  stop();
  socket.happen('connect');
  expect(missed).toHaveBeenCalledOnce();
});

it('sends while it is connected, and nothing while it is not', async () => {
  open();
  const message = { userId: 'ravi', text: 'Hello' };
  expect(connection.send(message)).toBeUndefined();
  const emitWithAck = vi.fn<(...args: unknown[]) => Promise<unknown>>(async () => ({ code: 'BLOCKED' }));
  socket.timeout.mockReturnValue({ emitWithAck });
  socket.connected = true;
  expect(await connection.send(message)).toEqual({ code: 'BLOCKED' });
  expect(emitWithAck).toHaveBeenCalledWith('send', message);
  expect(socket.timeout).toHaveBeenCalledWith(20_000);
});
