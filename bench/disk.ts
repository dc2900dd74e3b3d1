import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const every = 10;

/**
 * Measures how many ms the disk takes to store 8 kB safely, for a write that is wanted every 10 ms. Writes that are
 * wanted while one is in flight are stored together by the next one, as PostgreSQL does with commits.
 */
export async function measureDisk(ms: number): Promise<number[]> {
  const path = join(tmpdir(), `upaj-disk-${process.pid}`);
  const file = await open(path, 'w');
  const block = Buffer.alloc(8192);
  const times: number[] = [];
  try {
    let wanted = performance.now();
    for (const end = wanted + ms; wanted < end;) {
      await wait(Math.max(0, wanted - performance.now()));
      const began = performance.now();
      await file.write(block, 0, block.length, 0);
      await file.datasync();
      for (; wanted <= began; wanted += every) times.push(performance.now() - wanted);
    }
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
  return times;
}
