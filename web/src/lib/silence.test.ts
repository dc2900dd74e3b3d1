import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TimeoutError } from './api-errors.ts';
import { watchSilence } from './silence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits while there is progress', () => {
  const { signal, reset } = watchSilence(30_000, new AbortController().signal);
  for (let minute = 0; minute < 10; minute += 1) {
    vi.advanceTimersByTime(29_999);
    reset();
  }
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(30_000);
  expect(signal.reason).toBeInstanceOf(TimeoutError);
});

it('does nothing once it is stopped', () => {
  const { signal, stop } = watchSilence(30_000, new AbortController().signal);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(signal.aborted).toBe(false);
});

it('aborts when the caller does', () => {
  const sender = new AbortController();
  const { signal } = watchSilence(30_000, sender.signal);
  sender.abort();
  expect(signal.reason).toBe(sender.signal.reason);
});
