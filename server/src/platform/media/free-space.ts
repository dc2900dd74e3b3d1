import { statfs } from 'node:fs/promises';
import { AppError } from '#src/platform/http/errors.ts';

/** The health check warns below this many bytes: some hundred photos fit before uploads are refused. */
const leastFree = 200 * 1024 * 1024;

/** Uploads leave this many bytes to the database and logs, which may be on the same disk. */
const reserve = 64 * 1024 * 1024;

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export function checkFreeSpace(folder: string, free: number): void {
  if (free < leastFree)
    throw new Error(`Only ${Math.floor(free / 1024 / 1024)} MB are free on the disk of ${folder}`);
}

export function assertSpace(free: number, bytes: number): void {
  if (free < bytes + reserve) throw new AppError('STORAGE_FULL', { retryAfterSeconds: 600 });
}
