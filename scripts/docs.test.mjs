import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');

test.each(['CONTRIBUTING.md', 'docs/performance.md', 'docs/security.md'])(
  'every file that %s names exists',
  (page) => {
    const text = readFileSync(path.join(root, page), 'utf8');
    const named = [
      ...text.matchAll(
        /`((?:bench|contract|docs|e2e|scripts|server|web)\/[\w./-]+\.(?:tsx?|mjs|md|json|sql))`/g,
      ),
    ].map(([, file]) => file);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((file) => !existsSync(path.join(root, file ?? '')))).toEqual([]);
  },
);
