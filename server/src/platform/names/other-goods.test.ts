import { crops } from '@upaj/contract/catalogue';
import { cropNames, nameOfCrop } from '@upaj/contract/crop-names';
import { expect, test } from 'vitest';
import { readCsv } from '#src/platform/read-csv.ts';
import { allLanguages } from '#src/platform/texts.ts';
import { isSure, resolveCrop } from './resolve-crop.ts';
import { understand } from './understand.ts';

/** What farmers sell besides the usual crops, written before it was run, with the crop that each means or none. */
const goods = readCsv<'name' | 'crop'>(new URL('fixtures/other-goods.csv', import.meta.url));

test('the list is long, and names crops of the catalogue', () => {
  expect(new Set(goods.map(({ name }) => name)).size).toBe(goods.length);
  expect(goods.length).toBeGreaterThan(500);
  expect(goods.filter(({ crop }) => crop !== '' && !crops.some(({ id }) => id === crop))).toEqual([]);
});

test('none is stored as another crop', () => {
  const stored = goods.map(({ name, crop }) => ({ name, crop, id: resolveCrop(name)?.id }));
  expect(stored.filter(({ id, crop }) => id !== undefined && id !== crop)).toEqual([]);
  const unknown = stored.filter(({ id, crop }) => crop !== '' && id === undefined);
  expect(unknown.length).toBeLessThan(goods.length * 0.01);
});

test('a search takes none surely for another crop, and few for one that may be meant', async () => {
  const others = goods.flatMap(({ name, crop }) => {
    const { crops: found, classes, places, words } = understand(name);
    const [match] = found;
    const isWhole = found.length === 1 && classes.length === 0 && places.length === 0 && words.length === 0;
    const id = match?.meanings[0];
    return match && isWhole && id !== crop ? [{ name, id, how: match.how }] : [];
  });
  expect(others.filter(({ how }) => isSure(how))).toEqual([]);
  await expect(`${others.map(({ name, id }) => `${name}: ${id}`).join('\n')}\n`).toMatchFileSnapshot(
    'fixtures/other-goods-found.txt',
  );
  expect(others.length).toBeLessThan(goods.length * 0.03);
});

test('every name in every language is stored as its own crop', () => {
  const names = crops.flatMap((crop) => [
    ...allLanguages.map((language) => ({ id: crop.id, name: nameOfCrop(crop, language) })),
    ...Object.values(cropNames[crop.id] ?? {}).flatMap((all) => all.map((name) => ({ id: crop.id, name }))),
  ]);
  expect(names.filter(({ id, name }) => resolveCrop(name)?.id !== id)).toEqual([]);
});
