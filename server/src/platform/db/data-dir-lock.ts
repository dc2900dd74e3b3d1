import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#src/platform/start-error.ts';

/** The garbage collector would close a file without a reference, and release its lock. */
const held = new Set<DatabaseSync>();
const isBusy = 5;

/**
 * Locks the folder by a file that SQLite opens. The lock belongs to the operating system, so containers share it and it
 * ends with the process. Nothing is written to the file. @throws StartError
 */
export function lockDataDir(dataDir: string, what = 'DATA_DIR'): () => void {
  const holderFile = join(dataDir, 'lock-holder');
  const file = lockFileIn(dataDir, what);
  try {
    file.exec('begin exclusive');
    writeFileSync(holderFile, `process ${process.pid} on ${hostname()}`);
  } catch (error) {
    file.close();
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode !== isBusy) throw cannotWrite(`${what} ${dataDir}`, message);
    throw new StartError(
      `${what} ${dataDir} is in use by ${readHolder(holderFile)}. Stop that process first.`,
    );
  }
  held.add(file);
  return () => {
    if (held.delete(file)) file.close();
  };
}

function lockFileIn(dataDir: string, what: string): DatabaseSync {
  try {
    mkdirSync(dataDir, { recursive: true });
    return new DatabaseSync(join(dataDir, 'lock'));
  } catch (error) {
    throw cannotWrite(`${what} ${dataDir}`, (error as Error).message);
  }
}

function cannotWrite(folder: string, reason: string): StartError {
  return new StartError(`${folder} cannot be written: ${reason}`);
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8') || 'another process';
  } catch {
    return 'another process';
  }
}
