import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mostMemory } from './decode-memory.ts';
import { decodeQueue } from './decode-queue.ts';

function watched() {
  const queue = decodeQueue();
  const running: string[] = [];
  const seen: string[][] = [];
  const run = (owner: string, bytes = 1) =>
    queue.run(owner, bytes, async () => {
      running.push(owner);
      seen.push([...running]);
      await sleep(5);
      running.splice(running.indexOf(owner), 1);
      return owner;
    });
  return { run, seen };
}

test('decodes one photo per owner and two in total at a time', async () => {
  const { run, seen } = watched();
  await Promise.all(['a', 'a', 'a', 'b', 'b', 'c'].map((owner) => run(owner)));
  expect(seen).toHaveLength(6);
  expect(Math.max(...seen.map(({ length }) => length))).toBe(2);
  for (const owners of seen) expect(new Set(owners).size).toBe(owners.length);
});

test('decodes two photos that need all the memory one after the other', async () => {
  const { run, seen } = watched();
  await Promise.all([run('a', mostMemory), run('b', mostMemory), run('c')]);
  expect(seen.slice(0, 2)).toEqual([['a'], ['b']]);
});

test('limits an owner to ten waiting photos', async () => {
  const { run } = watched();
  const own = Array.from({ length: 12 }, () => run('a'));
  const other = run('b');
  const results = await Promise.allSettled(own);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(11);
  expect(results.at(-1)).toMatchObject({ reason: { code: 'TOO_BUSY', retryAfterSeconds: 30 } });
  expect(await other).toBe('b');
});

test('limits the process to two hundred waiting photos', async () => {
  const { run } = watched();
  const all = await Promise.allSettled(Array.from({ length: 203 }, (_, index) => run(`owner ${index}`)));
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(1);
});

test('a photo that fails frees its place', async () => {
  const queue = decodeQueue();
  const failing = queue.run('a', mostMemory, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await queue.run('a', mostMemory, async () => 'next')).toBe('next');
});
