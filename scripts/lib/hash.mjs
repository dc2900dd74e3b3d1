import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** @param {string} folder @param {(file: string) => boolean} skip @returns {string[]} files, in a stable order */
export function listFiles(folder, skip = () => false) {
  if (!existsSync(folder)) return [];
  if (statSync(folder).isFile()) return [folder];
  return readdirSync(folder)
    .sort()
    .map((name) => path.join(folder, name))
    .filter((file) => !skip(file))
    .flatMap((file) => listFiles(file, skip));
}

/** @param {readonly string[]} parts */
export function hashOf(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** Ignores times, which a checkout changes. @param {string} base @param {readonly string[]} files */
export function hashFiles(base, files) {
  return hashOf(files.flatMap((file) => [path.relative(base, file), readFileSync(file, 'base64')]));
}

/** @param {string} file */
export const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
