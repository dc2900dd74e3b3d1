import { expect, test } from 'vitest';
import { resolveCrop } from '#src/platform/names/resolve-crop.ts';
import { readCsv } from '#src/platform/read-csv.ts';
import { cleanCommodity, readCropOf } from './commodities.ts';

/** The commodities of AGMARKNET in present and former spellings, with their crop, or none where no one knows them. */
const commodities = readCsv<'commodity' | 'crop'>(new URL('fixtures/commodities.csv', import.meta.url));

test('at least 285 commodities have a crop', () => {
  expect(new Set(commodities.flatMap(({ crop }) => crop || [])).size).toBeGreaterThanOrEqual(285);
  expect(commodities.filter(({ crop }) => crop === '').length).toBeLessThan(50);
});

test('each is its own crop or none, whatever the spaces', () => {
  for (const { commodity, crop } of commodities)
    for (const name of [commodity, commodity.replaceAll(' ', ''), commodity.replaceAll('(', ' ( ')])
      expect([name, cleanCommodity(name).crop, readCropOf(name)?.id, resolveCrop(name)?.id]).toEqual([
        name,
        crop || null,
        crop || undefined,
        crop || undefined,
      ]);
});
