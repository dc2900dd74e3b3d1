import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { checkFreeSpace, freeBytes } from './free-space.ts';

const MB = 1024 * 1024;

test('reports a disk with too little space and what is left', () => {
  expect(() => checkFreeSpace('data', 200 * MB)).not.toThrow();
  expect(() => checkFreeSpace('data', 200 * MB - 1)).toThrow('Only 199 MB are free on the disk of data');
});

test('reads the free space of the disk', async () => {
  expect(await freeBytes(tmpdir())).toBeGreaterThan(0);
  await expect(freeBytes('/no/such/folder')).rejects.toThrow('ENOENT');
});
