import { sql } from 'kysely';
import { validate, version } from 'uuid';
import { expect, test } from 'vitest';
import { databaseForTests } from '#test/hooks.ts';
import { newRowId } from './ids.ts';

const database = databaseForTests();

test('each row gets its own UUIDv7 of its creation time', async () => {
  const make = async () => {
    const { rows } = await sql<{ id: string; ms: number }>`
      select ${newRowId} as id, floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms
      from generate_series(1, 200)`.execute(database.db);
    return rows;
  };
  const first = await make();
  await new Promise((resolve) => setTimeout(resolve, 5));
  const second = await make();
  const ids = [...first, ...second].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect([validate(id), version(id)]).toEqual([true, 7]);
  for (const { id, ms } of [...first, ...second]) {
    const at = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
    expect(at).toBeLessThanOrEqual(ms);
    expect(at).toBeGreaterThan(ms - 1000);
  }
  expect(
    first
      .map(({ id }) => id)
      .toSorted()
      .at(-1)! < second.map(({ id }) => id).toSorted()[0]!,
  ).toBe(true);
});
