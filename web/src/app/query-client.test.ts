import { afterEach, expect, it, vi } from 'vitest';
import { isUnreachable } from '#lib/connection.ts';
import { makeQueryClient, resumeWhenReachable } from './query-client.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  isUnreachable.set(false);
});

it('gives up a probe without a response, and probes again', async () => {
  vi.useFakeTimers();
  const hanging = async (_: string, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new Error('given up')));
    });
  const fetch = vi.fn(hanging);
  vi.stubGlobal('fetch', fetch);
  resumeWhenReachable(makeQueryClient());
  isUnreachable.set(true);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  fetch.mockImplementation(async () => new Response('{}'));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(isUnreachable.get()).toBe(false);
});
