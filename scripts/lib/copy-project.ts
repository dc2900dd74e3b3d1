import { cp, mkdir, mkdtemp, readdir, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot } from './paths.mjs';

/** Copies files and folders of the project to a temporary folder, where tests may change them, and returns its path. */
export async function copyProject(parts: readonly string[]): Promise<string> {
  const copy = await realpath(await mkdtemp(path.join(tmpdir(), 'upaj-copy-')));
  for (const part of parts) await cp(inRoot(part), path.join(copy, part), { recursive: true });
  await mkdir(path.join(copy, 'node_modules/@upaj'), { recursive: true });
  for (const name of await readdir(inRoot('node_modules')))
    if (name !== '@upaj') await symlink(inRoot('node_modules', name), path.join(copy, 'node_modules', name));
  await symlink(path.join(copy, 'contract'), path.join(copy, 'node_modules/@upaj/contract'));
  return copy;
}
