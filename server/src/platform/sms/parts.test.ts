import { expect, test } from 'vitest';
import { countParts } from './parts.ts';

test.each([
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  [`${'a'.repeat(159)}€`, 2],
  ['क'.repeat(70), 1],
  ['क'.repeat(71), 2],
  ['क'.repeat(134), 2],
  ['क'.repeat(135), 3],
])('%s has so many parts', (text, parts) => {
  expect(countParts(text)).toBe(parts);
});
