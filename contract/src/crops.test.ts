import { describe, expect, it } from 'vitest';
import { crops, findCrop } from './catalogue.ts';
import { categories, crops as usualCrops, findCrop as findUsualCrop } from './crops.ts';
import { foldText } from './fold-text.ts';
import { priceUnits } from './trade/units.ts';

const repeated = (values: readonly string[]): string[] =>
  values.filter((value, i) => values.indexOf(value) !== i);

describe('crops', () => {
  it('are enough, and those that browsers load are the usual ones', () => {
    expect(crops.length).toBeGreaterThan(400);
    expect(usualCrops.length).toBeLessThan(160);
    expect(usualCrops.map(({ en }) => findUsualCrop(en)?.id)).toEqual(usualCrops.map(({ id }) => id));
    expect(findUsualCrop('Amaranth')).toBeUndefined();
  });

  it('have at least 285 commodities of AGMARKNET', () => {
    expect(crops.filter(({ agmarknet }) => agmarknet.length > 0).length).toBeGreaterThanOrEqual(285);
  });

  it('cover every category and no other', () => {
    expect(new Set(crops.map((crop) => crop.category))).toEqual(new Set(categories));
  });

  it('have unique kebab-case ids', () => {
    expect(repeated(crops.map((crop) => crop.id))).toEqual([]);
    expect(crops.map((crop) => crop.id).filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
  });

  it('have unique names in both languages, whatever their case', () => {
    expect(repeated(crops.map((crop) => crop.en.toLowerCase()))).toEqual([]);
    const hindi = crops.flatMap((crop) => [crop.hi, ...(crop.alsoHi ?? [])]);
    expect(repeated(hindi.map(foldText))).toEqual([]);
  });

  it('have Hindi names in Devanagari', () => {
    expect(crops.filter((crop) => !/^[\p{Script=Devanagari} ()]+$/u.test(crop.hi))).toEqual([]);
  });

  it('have at least one unit each, all known and none twice', () => {
    expect(crops.filter((crop) => crop.units.length === 0)).toEqual([]);
    expect(crops.filter((crop) => repeated(crop.units).length > 0)).toEqual([]);
    expect(crops.flatMap((crop) => crop.units).filter((unit) => !priceUnits.includes(unit))).toEqual([]);
  });

  it('do not share an AGMARKNET name, whatever its case', () => {
    const names = crops.flatMap((crop) => crop.agmarknet);
    expect(repeated(names.map((name) => name.toLowerCase()))).toEqual([]);
    expect(names.filter((name) => name !== name.trim() || name === '')).toEqual([]);
  });
});

describe('findCrop', () => {
  it('finds every crop by its id and by its name in both languages', () => {
    for (const crop of crops) {
      expect(findCrop(crop.id)).toBe(crop);
      expect(findCrop(crop.en)).toBe(crop);
      expect(findCrop(crop.hi)).toBe(crop);
    }
  });

  it('ignores case and surrounding space', () => {
    expect(findCrop('  bOTTLE gOURD ')?.id).toBe('bottle-gourd');
    expect(findCrop('BOTTLE-GOURD')?.id).toBe('bottle-gourd');
    expect(findCrop('\tगेहूं\n')?.id).toBe('wheat');
  });

  it('finds a name with a nukta as one character or two', () => {
    expect(findCrop('उ\u095Cद')?.id).toBe('urad');
    expect(findCrop('उ\u0921\u093Cद')?.id).toBe('urad');
  });

  it.each(['प्या\u095B', 'प्या\u091C\u093C', 'प्याज'])('finds a name with or without nuktas: %s', (name) => {
    expect(findCrop(name)?.id).toBe('onion');
  });

  it.each(['गिलकी', 'नेनुआ', 'गिलकी (नेनुआ)'])('finds a crop by each of its Hindi names: %s', (name) => {
    expect(findCrop(name)?.id).toBe('sponge-gourd');
  });

  it('returns undefined for an unknown name', () => {
    expect(findCrop('')).toBeUndefined();
    expect(findCrop('alphonso')).toBeUndefined();
    expect(findCrop('constructor')).toBeUndefined();
  });
});
