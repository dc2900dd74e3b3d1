import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const SKIPPED = /^(?:node_modules|dist|data|\..*)$/;

/** Lists the source files in a folder and below it, in a stable order. @param {string} folder @returns {string[]} */
export function listFiles(folder) {
  return readdirSync(folder)
    .filter((name) => !SKIPPED.test(name))
    .sort()
    .map((name) => path.join(folder, name))
    .flatMap((file) => (statSync(file).isDirectory() ? listFiles(file) : [file]));
}
