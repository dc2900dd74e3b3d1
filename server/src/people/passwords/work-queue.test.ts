import { expect, test } from 'vitest';
import { workQueue } from './work-queue.ts';

function controlled() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.push(resolve));
    return name;
  };
  const endOne = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, work, endOne };
}

test('limits parallel work, and keys take turns', async () => {
  const queue = workQueue({ parallel: 2, total: 100, perKey: 100 });
  const { begun, work, endOne } = controlled();
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map((name) => queue.run(name.slice(0, 1), work(name)));
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(['a1', 'a2']);
  for (let count = 0; count < 6; count += 1) await endOne();
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1']);
});

test('a full queue drops the newest work of the key with most of it', async () => {
  const queue = workQueue({ parallel: 1, total: 4, perKey: 100 });
  const { begun, work, endOne } = controlled();
  const flood = ['a1', 'a2', 'a3', 'a4'].map((name) => queue.run('a', work(name)));
  const honest = queue.run('b', work('b1'));
  await expect(flood[3]).rejects.toMatchObject({ code: 'BUSY' });
  for (let count = 0; count < 4; count += 1) await endOne();
  expect(await honest).toBe('b1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('refuses a busy key alone, and everyone when the queue is full', async () => {
  const queue = workQueue({ parallel: 1, total: 3, perKey: 2 });
  const { work, endOne } = controlled();
  const accepted = [queue.run('a', work('a1')), queue.run('a', work('a2'))];
  await expect(queue.run('a', work('a3'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  accepted.push(queue.run('b', work('b1')));
  await expect(queue.run('c', work('c1'))).rejects.toMatchObject({ code: 'BUSY', retryAfterSeconds: 5 });
  for (let count = 0; count < 3; count += 1) await endOne();
  await Promise.all(accepted);
  const next = queue.run('a', work('a4'));
  await endOne();
  expect(await next).toBe('a4');
});

test('failed work makes room for the next', async () => {
  const queue = workQueue({ parallel: 1, total: 1, perKey: 1 });
  await expect(queue.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await queue.run('a', async () => 'done')).toBe('done');
});
