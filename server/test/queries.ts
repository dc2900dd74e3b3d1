import { expect } from 'vitest';
import type { TestDatabase } from './database.ts';

/** Counts the queries of `work`, which it repeats because queries of earlier calls may still be running. */
export async function expectQueries(
  { queries }: Pick<TestDatabase, 'queries'>,
  count: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const counted = async () => {
    queries.length = 0;
    await work();
    return queries.filter((query) => !/^(begin|commit)$/i.test(query)).length;
  };
  await expect.poll(counted).toBe(count);
}
