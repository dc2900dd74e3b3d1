import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** @param {...string} parts */
export const inRoot = (...parts) => path.join(root, ...parts);

const onWindows = process.platform === 'win32';

/** The Node pinned by package.json, first on the PATH of npm scripts. */
export const pinnedNode = inRoot('node_modules', 'node', 'bin', onWindows ? 'node.exe' : 'node');

/** PATH without any `node_modules/.bin`. */
export function systemPath() {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => folder && !folder.includes('node_modules') && !folder.includes('node-gyp-bin'))
    .join(path.delimiter);
}
