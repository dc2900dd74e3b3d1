import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PGlite } from '@electric-sql/pglite';
import { openEmbedded } from '#test/embedded.ts';
import { vacuumWhenIdle, type IdleVacuum } from './idle-vacuum.ts';

let pglite: PGlite;
let remove: () => void;
let vacuum: IdleVacuum | undefined;
beforeAll(async () => {
  ({ pglite, remove } = await openEmbedded());
});
afterEach(() => vacuum?.stop());
afterAll(async () => {
  await pglite.close();
  remove();
});

const fast = { every: 100, pause: 1 };
const write = (count: number) => {
  for (let index = 0; index < count; index += 1) vacuum?.count(true);
};

async function vacuumed(): Promise<{ done: number; of: number }> {
  const { rows } = await pglite.query<{ done: number; of: number }>(`
    select count(last_vacuum)::int as done, count(*)::int as of
    from pg_stat_user_tables join pg_class on pg_class.oid = relid where relkind <> 'p'`);
  return rows[0] ?? { done: -1, of: -1 };
}

const someTicks = () => new Promise((resolve) => setTimeout(resolve, 4 * fast.every));

test('vacuums every table after many writes, when no one uses the database', async () => {
  vacuum = vacuumWhenIdle(pglite, fast);
  write(999);
  await someTicks();
  expect((await vacuumed()).done).toBe(0);
  const use = setInterval(() => {
    for (let index = 0; index < 40; index += 1) vacuum?.count(false);
  }, fast.every / 10);
  await someTicks();
  write(1);
  await someTicks();
  expect((await vacuumed()).done).toBe(0);
  clearInterval(use);
  await expect
    .poll(async () => {
      const { done, of } = await vacuumed();
      return done === of;
    })
    .toBe(true);
});
