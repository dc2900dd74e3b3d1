// Each kind of notification belongs to a domain. `notify` delivers and shows notifications without knowing any kind.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { notificationSchemas } from '@upaj/contract/notifications';
import { listFiles } from './lib/files.mjs';
import { inRoot, root } from './lib/paths.mjs';

const kinds = Object.keys(notificationSchemas());

test.each(['contract', 'server', 'web'])('notify names no kind of notification: %s', (folder) => {
  const named = new RegExp(`['"\`](?:${kinds.join('|')})['"\`]|^\\s*(?:${kinds.join('|')}): [{(]`, 'm');
  const found = listFiles(inRoot(`${folder}/src/notify`)).filter(
    (file: string) => !/\.test\.tsx?$/.test(file) && named.test(readFileSync(file, 'utf8')),
  );
  expect(found.map((file: string) => path.relative(root, file))).toEqual([]);
});
