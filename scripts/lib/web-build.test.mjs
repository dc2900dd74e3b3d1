import { expect, test } from 'vitest';
import { inRoot } from './paths.mjs';
import { listSources } from './web-build.mjs';

test.each(['web/index.html', 'web/src/main.tsx', 'contract/src/limits.ts', 'contract/texts/hi/common.json'])(
  'a change of %s makes the build stale',
  (file) => expect(listSources()).toContain(inRoot(...file.split('/'))),
);
