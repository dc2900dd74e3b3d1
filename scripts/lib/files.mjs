import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const SKIPPED = /^(?:node_modules|dist|data|\..*)$/;

/** Source files in and below a folder, in a stable order. @param {string} folder @returns {string[]} */
export function listFiles(folder) {
  return readdirSync(folder)
    .filter((name) => !SKIPPED.test(name))
    .sort()
    .map((name) => path.join(folder, name))
    .flatMap((file) => (statSync(file).isDirectory() ? listFiles(file) : [file]));
}
