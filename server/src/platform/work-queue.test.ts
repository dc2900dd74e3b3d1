import { expect, test } from 'vitest';
import { workQueue } from './work-queue.ts';

const of = (key: string, rank = 0) => ({ key, rank: () => rank });
const usual = { parallel: 1, total: 100, perKey: 100, longestWait: 60_000 };
const nextTask = () => new Promise((resolve) => setImmediate(resolve));

function controlled() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.push(resolve));
    return name;
  };
  const endOne = async () => {
    await nextTask();
    ends.shift()?.();
    await nextTask();
  };
  return { begun, work, endOne };
}

test('limits parallel work, and keys take turns', async () => {
  const queue = workQueue({ ...usual, parallel: 2 });
  const { begun, work, endOne } = controlled();
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => queue.run(of(name.slice(0, 1)), work(name)));
  await nextTask();
  expect(begun).toEqual(['a1', 'a2']);
  for (let count = 0; count < 6; count += 1) await endOne();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3', 'a4']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
});

test('begins with the lowest rank, which may grow while the work waits, and then with the newest', async () => {
  const queue = workQueue(usual);
  const { begun, work, endOne } = controlled();
  let ofGuesser = 1;
  const guesser = { key: 'guesser', rank: () => ofGuesser };
  const all = [
    queue.run(guesser, work('guess 1')),
    queue.run(guesser, work('guess 2')),
    queue.run(of('old', 1), work('old')),
    queue.run(of('new', 1), work('new')),
    queue.run(of('known', 0), work('known')),
  ];
  await nextTask();
  ofGuesser = 2;
  for (let count = 0; count < 5; count += 1) await endOne();
  await Promise.all(all);
  expect(begun).toEqual(['guess 1', 'known', 'new', 'old', 'guess 2']);
});

test('a full queue drops what would be last', async () => {
  const queue = workQueue({ ...usual, total: 4 });
  const { begun, work, endOne } = controlled();
  const flood = ['a1', 'a2', 'a3', 'a4'].map((name) => queue.run(of('a'), work(name)));
  const honest = queue.run(of('b'), work('b1'));
  await expect(flood[3]).rejects.toMatchObject({ code: 'BUSY', retryAfterSeconds: 5 });
  const late = queue.run(of('c', 1), work('c1'));
  await expect(late).rejects.toMatchObject({ code: 'BUSY' });
  for (let count = 0; count < 4; count += 1) await endOne();
  expect(await honest).toBe('b1');
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('refuses a busy key alone', async () => {
  const queue = workQueue({ ...usual, perKey: 2 });
  const { work, endOne } = controlled();
  const accepted = [queue.run(of('a'), work('a1')), queue.run(of('a'), work('a2'))];
  await expect(queue.run(of('a'), work('a3'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  accepted.push(queue.run(of('b'), work('b1')));
  for (let count = 0; count < 3; count += 1) await endOne();
  expect(await Promise.all(accepted)).toEqual(['a1', 'a2', 'b1']);
});

test('refuses what has waited for too long, and goes on', async () => {
  const queue = workQueue({ ...usual, perKey: 2, longestWait: 20 });
  const { begun, work, endOne } = controlled();
  const first = queue.run(of('a'), work('a1'));
  await expect(queue.run(of('a'), work('a2'))).rejects.toMatchObject({ code: 'BUSY', retryAfterSeconds: 5 });
  await endOne();
  expect(await first).toBe('a1');
  const next = queue.run(of('a'), work('a3'));
  await endOne();
  expect(await next).toBe('a3');
  expect(begun).toEqual(['a1', 'a3']);
});

test('failed work makes room for the next', async () => {
  const queue = workQueue({ ...usual, total: 1, perKey: 1 });
  await expect(queue.run(of('a'), () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await queue.run(of('a'), async () => 'done')).toBe('done');
});
