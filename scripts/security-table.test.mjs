import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
const rows = page.split('\n').filter((line) => /^\| \d+\.\d+\.\d+ /.test(line));

test('every file that docs/security.md names exists', () => {
  const named = [...page.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|md|json))`/g)].map(([, file]) => file ?? '');
  const files = named.filter((file) => file.includes('/') || /^[A-Z.]|package-lock/.test(file));
  expect(files.length).toBeGreaterThan(150);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('the table has the 253 requirements of levels 1 and 2, each once and with a result', () => {
  const numbers = rows.map((row) => row.split('|')[1]?.trim());
  expect(new Set(numbers).size).toBe(253);
  expect(rows).toHaveLength(253);
  expect(rows.filter((row) => !/^(Met|Partly|Not |n\/a)/.test(row.split('|')[3]?.trim() ?? ''))).toEqual([]);
});
