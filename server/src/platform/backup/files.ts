import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, mkdir, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#src/platform/http/errors.ts';
import { ifThere } from '#src/platform/promises.ts';
import { StartError } from '#src/platform/start-error.ts';

/** Copies a folder whose files may disappear during the copy. Paths that `skips` accepts are relative to it. */
export async function copyFolder(
  from: string,
  to: string,
  skips: (path: string) => boolean = () => false,
  at = '',
): Promise<void> {
  await mkdir(join(to, at), { recursive: true, mode: 0o700 });
  const entries = await ifThere(opendir(join(from, at)));
  for await (const entry of entries ?? []) {
    const path = join(at, entry.name);
    if (skips(path)) continue;
    if (entry.isDirectory()) await copyFolder(from, to, skips, path);
    else if (entry.isFile())
      await ifThere(copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE));
  }
}

/** Refuses links and devices: a restore would read what they point to. @throws StartError */
export async function assertPlain(folder: string, at = ''): Promise<void> {
  for await (const entry of await opendir(join(folder, at))) {
    const path = join(at, entry.name);
    if (entry.isDirectory()) await assertPlain(folder, path);
    else if (!entry.isFile())
      throw new StartError(
        `${folder} has something in it that no backup has, a link or a device: ${path}. Restore an earlier backup.`,
      );
  }
}

export interface FolderSum {
  files: number;
  bytes: number;
  sha256: string;
}

/** Sums up the names and contents of all files. */
export async function sumFolder(folder: string): Promise<FolderSum> {
  const paths = (await findFiles(folder)).toSorted();
  const all = createHash('sha256');
  let bytes = 0;
  for (const path of paths) {
    const one = createHash('sha256');
    for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      one.update(chunk);
    }
    all.update(`${one.digest('hex')}  ${path.replaceAll('\\', '/')}\n`);
  }
  return { files: paths.length, bytes, sha256: all.digest('hex') };
}

async function findFiles(folder: string, at = ''): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of await opendir(join(folder, at))) {
    const path = join(at, entry.name);
    if (entry.isDirectory()) found.push(...(await findFiles(folder, path)));
    else found.push(path);
  }
  return found;
}

export const isDiskFull = (text: string) => /ENOSPC|EDQUOT|No space left|Disk quota exceeded/.test(text);

/** @returns a StartError if the operator can do something about the error, else the error itself */
export function explainFailure(error: unknown, where: string): unknown {
  if (error instanceof StartError && !isDiskFull(error.message)) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (isDiskFull(`${code} ${message}`)) return new StartError(`The disk of ${where} is full.`);
  if (error instanceof AppError)
    return new StartError(`Photos cannot be read or written: ${String(error.cause ?? message)}`);
  return /^E[A-Z]+$/.test(code) ? new StartError(message) : error;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
