import { expect, test } from 'vitest';
import { readUnit } from './units.ts';

test.each([
  ['', 'quintal', 1],
  ['Rs./Quintal', 'quintal', 1],
  ['Rs/Qtl', 'quintal', 1],
  ['in Rs./Quintal', 'quintal', 1],
  ['in Rs.', 'quintal', 1],
  ['Rs./100 Kg', 'quintal', 1],
  ['Rs./20 Kg', 'quintal', 0.2],
  ['₹ per kg', 'quintal', 0.01],
  ['Rs./Metric Tonnes', 'quintal', 10],
  ['Rs./Number', 'piece', 1],
  ['Nos.', 'piece', 1],
  ['per 100 nuts', 'piece', 100],
  ['Rs./1000 Nuts', 'piece', 1000],
  ['Dozens', 'piece', 12],
  ['per bunch', 'bunch', 1],
  ['100 Bundles', 'bunch', 100],
  ['Rs./Box', 'box', 1],
  ['Litre', 'liter', 1],
])('%j is %s by %d', (text, unit, size) => {
  expect(readUnit(text)).toEqual({ unit, size });
});

test.each(['Rs./Cubit', 'constructor', '0 nuts', 'hundred', 'kgm'])('%j is refused', (text) => {
  expect(readUnit(text)).toBe(`"${text}" is not a known unit`);
});
