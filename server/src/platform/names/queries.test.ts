import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { cropNames } from '@upaj/contract/crop-names';
import type { Language } from '@upaj/contract/texts';
import { crops } from '@upaj/contract/catalogue';
import { crops as usualCrops, type Crop } from '@upaj/contract/crops';
import { understand } from './understand.ts';

interface Query {
  language: string;
  query: string;
  /** The id that must come first. When both crop and place are empty, nothing may be found. */
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

const sorted = (names: readonly string[]) => [...new Set(names)].toSorted().join(', ');

/** Returns the crops, classes and places, in any order. */
function allOf(query: string): string {
  const { crops: found, classes, places } = understand(query);
  const names = [
    ...found.map(({ meanings }) => meanings[0]),
    ...classes.map(({ category }) => category),
    ...places.map(({ meanings: [place] }) => place?.district ?? place?.state),
  ];
  return sorted(names.flatMap((name) => name ?? [])) || 'nothing';
}

test('the table has every usual crop, and each query once', () => {
  expect(usualCrops.map(({ id }) => id).filter((id) => !queries.some(({ crop }) => crop === id))).toEqual([]);
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

test('98% of the queries for classes of goods, varieties and livestock find what people mean', async () => {
  const goods: { query: string; means: string }[] = parse(
    readFileSync(new URL('fixtures/goods.csv', import.meta.url)),
    { columns: true },
  );
  const rows = goods.map(({ query, means }) => ({
    query,
    means: sorted(means.split(', ')),
    found: allOf(query),
  }));
  const misses = rows.filter(({ means, found }) => found !== means);
  const lines = misses.map(({ query, means, found }) => `${query}: ${found}, not ${means}`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('fixtures/goods-misses.txt');
  expect(goods.length).toBeGreaterThan(400);
  expect(misses.length).toBeLessThan(goods.length * 0.02);
});

test('of words that are neither crop nor place, 1% find one', async () => {
  const words = readFileSync(new URL('fixtures/nonsense.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const found = words.filter((word) => Object.values(find(word)).some(Boolean));
  await expect(`${found.join('\n')}\n`).toMatchFileSnapshot('fixtures/nonsense-found.txt');
  expect(words.length).toBeGreaterThan(1000);
  expect(found.length).toBeLessThan(words.length * 0.01);
});

test.each(['en', 'hi', 'mr', 'gu', 'pa', 'bn', 'or', 'ta', 'te', 'kn', 'ml'] satisfies Language[])(
  'every crop comes first for its usual name: %s',
  (language) => {
    const usualName = (crop: Crop) =>
      language === 'en' || language === 'hi' ? crop[language] : cropNames[crop.id]?.[language]?.[0];
    expect(crops.filter((crop) => find(usualName(crop) ?? '').crop !== crop.id)).toEqual([]);
  },
);
