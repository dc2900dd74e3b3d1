import { lockDataDir } from '../src/db/data-dir-lock.ts';
import { StartError } from '../src/start-error.ts';

/** Run as a process of its own: tries to lock one folder after the other, each at a moment given to all contenders. */
const [start = '', every = '', ...folders] = process.argv.slice(2);
const results: string[] = [];
for (const [index, folder] of folders.entries()) {
  const moment = Number(start) + index * Number(every);
  while (Date.now() < moment);
  try {
    lockDataDir(folder);
    results.push('held');
  } catch (error) {
    results.push(error instanceof StartError ? 'refused' : String(error));
  }
}
process.stdout.write(JSON.stringify(results));
// Held until told to go, so that nobody finds the lock of a process that has ended.
process.stdin.on('end', () => process.exit(0)).resume();
