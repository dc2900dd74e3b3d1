import { expect, test } from 'vitest';
import { run } from './run.ts';
import { startTarget } from './target.ts';

test(
  '1,000 generated requests cause no server error and no change of other people’s rows, and reach every call',
  { timeout: 240_000 },
  async () => {
    const target = await startTarget();
    try {
      const report = await run(target, { requests: 1_000, seed: 20_261_123, members: 4 });
      expect(report.faults).toEqual([]);
      expect(report.unreached).toEqual([]);
    } finally {
      await target.close();
    }
  },
);
