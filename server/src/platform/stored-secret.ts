import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

export const shortestKey = 32;

/** Reads the key of this installation, which is made at the first start. @throws StartError */
export function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  let key: string;
  try {
    mkdirSync(dataDir, { recursive: true });
    try {
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    key = readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}`);
  }
  // A power cut may leave an empty file, and anyone can sign with an empty key.
  if (key.length < shortestKey)
    throw new StartError(
      `The key in ${file} has fewer than ${shortestKey} characters: restore the file from a backup, or delete it to make a new key`,
    );
  return key;
}
