import fc from 'fast-check';
import type { Schema } from './operations.ts';

export type Draw = fc.GeneratorValue;

const pieces = [
  'Wheat',
  'गेहूँ',
  'ਕਣਕ',
  'நெல்',
  '北',
  'é',
  '🌾',
  '👩‍🌾',
  "O'Brien",
  '<b>',
  '&amp;',
  '%',
  '\\',
  '"',
  '“',
  '/',
  '1.5',
];

const words = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
  .map((list) => list.join(' '));

export function validValue(schema: Schema, draw: Draw): unknown {
  const { type, anyOf, items, properties } = schema;
  if (schema.enum) return pick(schema.enum, draw);
  if (anyOf) return validValue(pick(anyOf, draw), draw);
  switch (type) {
    case 'string':
      return validText(schema, draw);
    case 'integer':
      return draw(fc.integer, {
        min: schema.minimum ?? 0,
        max: Math.min(schema.maximum ?? 100, (schema.minimum ?? 0) + 100),
      });
    case 'number':
      return draw(fc.double, { min: schema.minimum ?? 0, max: schema.maximum ?? 1_000, noNaN: true });
    case 'boolean':
      return draw(fc.boolean);
    case 'array':
      return Array.from({ length: draw(fc.nat, Math.min(3, schema.maxItems ?? 3)) }, () =>
        validValue(items ?? {}, draw),
      );
    case 'object':
      return Object.fromEntries(
        Object.entries(properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || draw(fc.boolean))
          .map(([name, property]) => [name, validValue(property, draw)]),
      );
    default:
      return draw(() => words);
  }
}

function validText({ format, pattern, minLength = 0, maxLength = 100 }: Schema, draw: Draw): string {
  if (format === 'uuid') return draw(fc.uuid, { version: 7 });
  if (pattern) return draw(() => matching(pattern)).slice(0, maxLength);
  const text = draw(() => words);
  // JSON Schema counts code points.
  const points = [...text];
  const missing = Math.max(0, minLength - points.length);
  return points.slice(0, maxLength).join('') + 'अ'.repeat(missing);
}

const byPattern = new Map<string, fc.Arbitrary<string>>();

function matching(pattern: string): fc.Arbitrary<string> {
  const known = byPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'));
  byPattern.set(pattern, known);
  return known;
}

/** Draws evenly, because fast-check prefers the ends. */
export function evenly(max: number, draw: Draw): number {
  return draw((most: number) => fc.noBias(fc.nat(most)), max);
}

export function pick<T>(items: readonly T[], draw: Draw): T {
  if (items.length === 0) throw new Error('nothing to pick from');
  return items[evenly(items.length - 1, draw)] as T;
}

export function chance(percent: number, draw: Draw): boolean {
  return evenly(99, draw) < percent;
}
