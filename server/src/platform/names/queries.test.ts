import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { crops } from '@upaj/contract/crops';
import { understand } from './understand.ts';

interface Query {
  language: string;
  query: string;
  /** The id that must come first. With neither crop nor place, nothing may be found. */
  crop: string;
  place: string;
}

const file = new URL('fixtures/queries.csv', import.meta.url);
const queries: Query[] = parse(readFileSync(file), { columns: true });

function find(query: string): { crop: string; place: string } {
  const { crops: found, places } = understand(query);
  const place = places[0]?.meanings[0];
  return {
    crop: found[0]?.meanings[0] ?? '',
    place: place ? [place.district, place.state].filter(Boolean).join(', ') : '',
  };
}

const isRight = ({ query, crop, place }: Query): boolean => {
  const found = find(query);
  return found.crop === crop && (place === '' ? crop !== '' || found.place === '' : found.place === place);
};

test('the table has every crop, and each query once', () => {
  expect(crops.map(({ id }) => id).filter((id) => !queries.some(({ crop }) => crop === id))).toEqual([]);
  expect(new Set(queries.map(({ query }) => query)).size).toBe(queries.length);
});

test('97% of the queries find what people mean, except those in misses.txt', async () => {
  const misses = queries.filter((row) => !isRight(row));
  const lines = misses.map(({ language, query, crop, place }) => {
    const found = find(query);
    return `${language} ${query}: ${found.crop || found.place || 'nothing'}, not ${crop || place || 'nothing'}`;
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('fixtures/misses.txt');
  expect(misses.length).toBeLessThan(queries.length * 0.03);
});
