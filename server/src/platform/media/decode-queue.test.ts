import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mostMemory } from './decode-memory.ts';
import { aloneMemory, decodeQueue } from './decode-queue.ts';

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

const heavy = mostMemory;

test('decodes heavy photos one after the other, and light ones beside them', async () => {
  const { run, seen } = watched();
  await Promise.all([run('a', heavy), run('b', heavy), run('c'), run('d')]);
  expect(Math.max(...seen.map((owners) => owners.filter((owner) => 'ab'.includes(owner)).length))).toBe(1);
  expect(seen[1]).toEqual(['a', 'c']);
});

test('decodes the second try of a photo alone', async () => {
  const { run, seen } = watched();
  await Promise.all([run('a', heavy), run('b'), run('again', aloneMemory), run('c')]);
  expect(seen.find((owners) => owners.at(-1) === 'again')).toEqual(['again']);
  expect(seen.at(-1)).toEqual(['c']);
});

test('a light photo waits for no heavy ones, however many come first', async () => {
  const { run, seen } = watched();
  const bombs = Promise.all(Array.from({ length: 150 }, (_, index) => run(`bomb ${index % 15}`, heavy)));
  await run('honest');
  expect(seen[1]).toEqual(['bomb 0', 'honest']);
  await bombs;
});

test('who used the decoder much waits for those who did not, and still gets a turn', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = decodeQueue();
  const order: string[] = [];
  const run = (owner: string, time: number) =>
    queue.run(owner, 1, async () => {
      order.push(owner);
      await sleep(5);
      vi.setSystemTime(Date.now() + time);
    });
  for (let count = 0; count < 6; count += 1) await run('greedy', 1_000);
  order.length = 0;
  const held = Promise.all([run('x', 10), run('y', 10)]);
  const waiting = [run('greedy', 10), run('a', 10), run('b', 10), run('c', 10)];
  await Promise.all([held, ...waiting]);
  expect(order.at(-1)).toBe('greedy');
  const late = [run('greedy', 10), run('x', 20_000), run('y', 20_000), run('z', 10)];
  order.length = 0;
  await Promise.all(late);
  expect(order).toContain('greedy');
});

test('a full queue makes room for those who wait with fewer photos', async () => {
  const { run } = watched();
  const greedy = Promise.allSettled(Array.from({ length: 205 }, (_, index) => run(`greedy ${index % 20}`)));
  expect(await run('honest')).toBe('honest');
  const results = await greedy;
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'TOO_BUSY' } });
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
