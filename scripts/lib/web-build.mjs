import { existsSync, writeFileSync } from 'node:fs';
import { hashFiles, listFiles, readIfThere } from './hash.mjs';
import { inRoot, pinnedNode, root } from './paths.mjs';
import { run, step } from './steps.mjs';

const stampFile = inRoot('web', 'dist', '.upaj-build');
const SOURCES = ['web', 'contract/package.json', 'contract/src', 'contract/texts', 'package-lock.json'];
const SKIPPED = /(?:^|[\\/])(?:dist|node_modules|\.[^\\/]+)$|\.test\.tsx?$|tsconfig[^\\/]*\.json$/;

/** The files that the web app is built from. */
export const listSources = () =>
  SOURCES.flatMap((source) => listFiles(inRoot(source), (file) => SKIPPED.test(file)));

/** Builds the web app when one of its sources changed since the last build. */
export async function ensureWebBuild() {
  const wanted = hashFiles(root, listSources());
  if (existsSync(inRoot('web', 'dist', 'index.html')) && readIfThere(stampFile) === wanted) return false;
  await step('Building the web app', () =>
    run(pinnedNode, [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build'], {
      cwd: inRoot('web'),
      failure: 'The web app could not be built: see the lines above.',
    }),
  );
  writeFileSync(stampFile, wanted);
  return true;
}
