import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { StartError } from '#src/platform/start-error.ts';

const longestUpload = 60 * 60_000;

const own = `${hostname()}@${process.pid}`;

export function uploadFolder(dataDir: string): string {
  return join(dataDir, 'uploads', own);
}

/**
 * Removes the uploads of dead processes, and creates `dataDir` if it is missing. Call it before the first request.
 * @throws StartError
 */
export async function sweepUploads(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}`);
  }
  const uploads = join(dataDir, 'uploads');
  for (const name of await readdir(uploads).catch(() => [])) {
    if (await isAbandoned(name, join(uploads, name)))
      await rm(join(uploads, name), { recursive: true, force: true });
  }
}

async function isAbandoned(name: string, path: string): Promise<boolean> {
  const [host, pid] = name.split('@');
  // A folder with this process's own name is abandoned too: an earlier process had the same id.
  if (name === own || (host === hostname() && !isRunning(Number(pid)))) return true;
  const { mtimeMs } = await stat(path);
  return Date.now() - mtimeMs > longestUpload;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
