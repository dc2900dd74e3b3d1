import { expect, test } from 'vitest';
import type { AppError } from './errors.ts';
import { uploadBudget } from './upload-budget.ts';

const MB = 1024 * 1024;

test('all uploads together are limited, and whoever has the most makes room for the others', () => {
  const budget = uploadBudget();
  const ended: string[] = [];
  const open = (key: string, kind: 'member' | 'stranger' = 'member', isArriving = true) =>
    budget.open({ kind, key }, () => isArriving && ended.push(key) > 0);
  const codeOf = (work: () => void) => {
    try {
      work();
      return 'ok';
    } catch (error) {
      return (error as AppError).code;
    }
  };
  const all = ['a', 'b', 'c', 'd'].map((id) => open(id));
  for (const upload of all) upload.take(128 * MB);
  expect(codeOf(() => open('a').take(1))).toBe('TOO_MANY_REQUESTS');
  expect(codeOf(() => open('e').take(100 * MB))).toBe('ok');
  expect(codeOf(() => all[0]?.take(1))).toBe('TOO_BUSY');
  expect(ended).toEqual(['a']);
  expect(codeOf(() => open('f').take(100 * MB))).toBe('ok');
  expect(ended).toEqual(['a', 'b']);
  // Nobody who holds as little loses anything.
  const many = Array.from({ length: 6 }, (_, index) => open(`many ${index}`));
  expect(many.map((upload) => codeOf(() => upload.take(100 * MB)))).toEqual([
    'ok',
    'ok',
    'ok',
    'TOO_BUSY',
    'TOO_BUSY',
    'TOO_BUSY',
  ]);
  const strangers = ['a', 'b', 'c', 'd'].map((key) => open(key, 'stranger', false));
  for (const upload of strangers) upload.take(32 * MB);
  expect(codeOf(() => open('a', 'stranger').take(1))).toBe('TOO_MANY_REQUESTS');
  // What has arrived is not ended.
  expect(codeOf(() => open('e', 'stranger').take(1))).toBe('TOO_BUSY');
  strangers[0]?.release();
  strangers[0]?.release();
  expect(codeOf(() => open('e', 'stranger').take(1))).toBe('ok');
});

test('an uploader is read at the speed of a fast line, and does not delay others', async () => {
  const budget = uploadBudget();
  const open = (key: string) => budget.open({ kind: 'member', key }, () => true);
  const timeOf = async (work: () => Promise<void>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const fast = open('fast');
  expect(await timeOf(() => fast.pace(2 * MB))).toBeLessThan(100);
  fast.release();
  const next = open('fast');
  expect(await timeOf(() => next.pace(MB))).toBeGreaterThan(300);
  expect(await timeOf(() => open('other').pace(MB))).toBeLessThan(100);
});
