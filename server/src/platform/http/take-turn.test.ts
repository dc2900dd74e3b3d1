import { setImmediate as nextTask } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { takeTurn } from './take-turn.ts';

const ms = 20;
function compute() {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('a member who calls often waits for others, and other work gets half of the time', async () => {
  const order: string[] = [];
  const call = async (key: string) => {
    await takeTurn(key);
    order.push(key);
    compute();
  };
  const began = performance.now();
  const busy = Array.from({ length: 8 }, () => call('busy'));
  await nextTask();
  await call('other');
  expect(order.indexOf('other')).toBeLessThan(3);
  await Promise.all(busy);
  expect(performance.now() - began).toBeGreaterThan(8 * 2 * ms);
});
