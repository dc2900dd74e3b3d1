import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from './files.mjs';
import { inRoot, pinnedNode, root } from './paths.mjs';
import { run, step } from './steps.mjs';

/** Hashes the content of the sources, not their times, which each checkout changes. */
function hashSources() {
  const folders = ['web', 'contract/src', 'contract/texts'].map((folder) => inRoot(folder));
  const files = folders.flatMap(listFiles).filter((file) => !/\.test\.tsx?$/.test(file));
  const hash = createHash('sha256');
  for (const file of [...files, inRoot('package-lock.json')])
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

const stampFile = inRoot('web', 'dist', '.upaj-build');

/** @param {string} [wanted] */
export function isBuilt(wanted = hashSources()) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;
}

/** Builds the web app if one of its sources changed since the last build. */
export function ensureWebBuild() {
  const wanted = hashSources();
  if (isBuilt(wanted)) return;
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  step('Building the web app', () =>
    run(
      pinnedNode,
      [vite, 'build', '--logLevel', 'warn'],
      'The web app could not be built: see the lines above.',
      { cwd: inRoot('web') },
    ),
  );
  writeFileSync(stampFile, wanted);
}
