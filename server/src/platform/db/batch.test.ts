import { expect, test, vi } from 'vitest';
import { inBatches } from './batch.ts';
import { DatabaseAway } from './errors.ts';

function open(code: string) {
  const calls: number[] = [];
  const write = inBatches(async (items: readonly string[]) => {
    calls.push(items.length);
    if (items.includes('bad')) throw new DatabaseAway(Object.assign(new Error(), { code }));
    return items.map((item) => `${item} stored`);
  });
  return { calls, send: (item: string) => write(item).catch(() => 'failed') };
}

test('one item that waits for a lock too long fails alone', async () => {
  const { calls, send } = open('55P03');
  expect(await Promise.all(['a', 'bad', 'b'].map(send))).toEqual(['a stored', 'failed', 'b stored']);
  expect(calls).toEqual([3, 1, 1, 1]);
});

test('an outage fails the batch at once', async () => {
  const { calls, send } = open('57P01');
  expect(await Promise.all(['a', 'bad', 'b'].map(send))).toEqual(['failed', 'failed', 'failed']);
  expect(calls).toEqual([3]);
});

test('at most 200 items share a batch, and three batches run at once', async () => {
  const running: (() => void)[] = [];
  const sizes: number[] = [];
  const write = inBatches(async (items: readonly number[]) => {
    sizes.push(items.length);
    await new Promise<void>((resolve) => running.push(resolve));
    return items;
  });
  const results = Promise.all(Array.from({ length: 750 }, (_, number) => write(number)));
  await expect.poll(() => running.length).toBe(3);
  expect(sizes).toEqual([200, 200, 200]);
  running[0]?.();
  await expect.poll(() => running.length).toBe(4);
  for (const end of running) end();
  expect(await results).toEqual(Array.from({ length: 750 }, (_, number) => number));
  expect(sizes).toEqual([200, 200, 200, 150]);
});

test('items that have waited for ten seconds are not tried one by one', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const calls: number[] = [];
  const write = inBatches(async (items: readonly number[]) => {
    calls.push(items.length);
    if (calls.length === 2) clock.mockReturnValue(10_000);
    throw new DatabaseAway(Object.assign(new Error(), { code: '55P03' }));
  });
  const results = await Promise.allSettled([1, 2, 3, 4].map(write));
  clock.mockRestore();
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  expect(calls).toEqual([4, 1]);
});

test('more than a thousand waiting items are refused', async () => {
  const write = inBatches(async (items: readonly number[]) => items);
  const results = await Promise.allSettled(Array.from({ length: 1_001 }, (_, number) => write(number)));
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
});
