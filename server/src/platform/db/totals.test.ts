import fc from 'fast-check';
import { sql } from 'kysely';
import { rupeesOf, priceUnitsOf, totalInPaise } from '@upaj/contract/deals/totals';
import { limits } from '@upaj/contract/limits';
import { quantityUnits } from '@upaj/contract/trade/units';
import { expect, test } from 'vitest';
import { databaseForTests } from '#test/hooks.ts';

const database = databaseForTests();

const hundredths = (most: number) =>
  fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: Math.round(most * 100) }));
const terms = fc.constantFrom(...quantityUnits).chain((unit) =>
  fc.record({
    unit: fc.constant(unit),
    priceUnit: fc.constantFrom(...priceUnitsOf(unit)),
    // Numbers with at most two decimals, as the forms allow.
    quantity: hundredths(limits.wanted.quantity).map((number) => number / 100),
    price: hundredths(limits.price.max).map((number) => number / 100),
  }),
);

const kilograms: Record<string, string> = { quintal: '100', tonne: '1000' };
/** PostgreSQL multiplies by these factors, which are exact. It would round the result of a division. */
const perKilogram: Record<string, string> = { 'per quintal': '0.01' };

test('totals are those of PostgreSQL’s numeric, to the paisa', async () => {
  const lists = fc.array(terms, { minLength: 500, maxLength: 500 });
  await fc.assert(
    fc.asyncProperty(lists, async (rows) => {
      const expected = await sql<{ total: string }>`
        select round(quantity::numeric * price::numeric * of_unit * of_price, 2)::text as total
        from unnest(${rows.map(({ quantity }) => quantity.toFixed(2))}::text[],
          ${rows.map(({ price }) => price.toFixed(2))}::text[],
          ${rows.map(({ unit }) => kilograms[unit] ?? '1')}::numeric[],
          ${rows.map(({ priceUnit }) => perKilogram[priceUnit] ?? '1')}::numeric[])
          with ordinality as terms (quantity, price, of_unit, of_price, place) order by place`.execute(
        database.db,
      );
      expect(rows.map((row) => rupeesOf(totalInPaise(row) ?? -1n))).toEqual(
        expected.rows.map(({ total }) => total),
      );
    }),
    { numRuns: 40 },
  );
});
