import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inOneTab } from './one-tab.ts';

type Answer = (lock: object | null) => Promise<void>;
let request: (options: LockOptions, answer: Answer) => Promise<void>;
const stop = new AbortController();
const work = vi.fn<() => Promise<void>>();
const start = () => inOneTab('send', work, stop.signal);
const never = () => new Promise<never>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  work.mockReset();
  work.mockResolvedValue();
  vi.stubGlobal('navigator', {
    locks: {
      request: (_: string, options: LockOptions, answer: Answer) => request(options, answer),
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('works once with the lock, and without locks', async () => {
  request = (_, answer) => answer({});
  await start();
  expect(work).toHaveBeenCalledOnce();
  vi.stubGlobal('navigator', {});
  await start();
  expect(work).toHaveBeenCalledTimes(2);
});

it('passes on why the work failed, and does not repeat it', async () => {
  request = (_, answer) => answer({});
  work.mockRejectedValue(new Error('no line'));
  await expect(start()).rejects.toThrow('no line');
  expect(work).toHaveBeenCalledOnce();
});

it('works after another tab, or after a minute if that does not end', async () => {
  let release = () => {};
  request = async (options, answer) => {
    if (options.ifAvailable) return answer(null);
    await new Promise<void>((resolve) => (release = resolve));
    return answer({});
  };
  const first = start();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(work).not.toHaveBeenCalled();
  release();
  await first;
  expect(work).toHaveBeenCalledOnce();

  const second = start();
  await vi.advanceTimersByTimeAsync(61_000);
  await second;
  release();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work).toHaveBeenCalledTimes(2);
});

it.each([
  ['does not respond', never],
  ['refuses', () => Promise.reject(new DOMException('Denied', 'SecurityError'))],
])('works without a lock where the browser %s', async (_, fail) => {
  request = fail;
  const working = start();
  await vi.advanceTimersByTimeAsync(4_500);
  await working;
  expect(work).toHaveBeenCalledOnce();
});

it('does not work after it was stopped', async () => {
  const own = new AbortController();
  request = never;
  const working = inOneTab('send', work, own.signal);
  own.abort();
  await vi.advanceTimersByTimeAsync(4_500);
  await working;
  expect(work).not.toHaveBeenCalled();
});
