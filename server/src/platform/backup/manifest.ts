import { lstat, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isSigned, sign, type SecretKeys } from '#src/platform/signatures.ts';
import { StartError } from '#src/platform/start-error.ts';

const file = 'manifest.json';
const counted = { files: z.number(), bytes: z.number() };

const manifestSchema = z.object({
  format: z.literal(1),
  release: z.string(),
  /** The last migration of the database. */
  schema: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  database: z.object({
    kind: z.enum(['embedded', 'postgres']),
    version: z.string(),
    ...counted,
    sha256: z.string(),
  }),
  /** The checksum is that of the list of the photos' checksums, which earlier releases did not write. */
  photos: z.object({ ...counted, sha256: z.optional(z.string()) }),
  /** A constant signed with the market's SECRET_KEY, so that a restore with another key is noticed. */
  signature: z.string(),
});
export type Manifest = z.infer<typeof manifestSchema>;

const name = /^\d{4}-\d\d-\d\dT[\d-]{8}\.\d{3}Z$/;
const partName = /^\d{4}-\d\d-\d\dT[\d-]{8}\.\d{3}Z\.part$/;
const ownFile = /^lock(-holder|-journal)?$/;
/** Hidden files, and the folder that every disk has, do not count as others. */
const harmless = /^\.|^lost\+found$/;

export function nameBackup(now: Date): string {
  return now.toISOString().replaceAll(':', '-');
}

export interface Backups {
  /** Complete backups, the newest first. */
  finished: string[];
  /** Backups that were interrupted. */
  parts: string[];
  /** Files and folders that belong to no backup. */
  others: string[];
}

export async function findBackups(folder: string): Promise<Backups> {
  const names = (await readdir(folder)).toSorted().toReversed();
  const finished = names.filter((entry) => name.test(entry));
  const parts = names.filter((entry) => partName.test(entry));
  const others = names.filter(
    (entry) => ![name, partName, ownFile, harmless].some((kind) => kind.test(entry)),
  );
  return { finished, parts, others };
}

export function signatureFor([key]: SecretKeys): string {
  return sign('backup:', key).toString('hex');
}

export function isOfKeys({ signature }: Manifest, keys: SecretKeys): boolean {
  return isSigned('backup:', Buffer.from(signature, 'hex'), keys);
}

export const writtenAs = (manifest: Manifest) => `${JSON.stringify(manifest, undefined, 2)}\n`;

export async function writeManifest(folder: string, text: string): Promise<void> {
  const path = join(folder, file);
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}

/** @returns the manifest, and its text, which is signed */
export async function readManifest(folder: string): Promise<{ manifest: Manifest; text: string }> {
  const text = await readFile(join(folder, file), 'utf8').catch((error: Error) => {
    throw new StartError(`${folder} is not a finished backup: ${error.message}`);
  });
  try {
    return { manifest: manifestSchema.parse(JSON.parse(text)), text };
  } catch {
    throw new StartError(`${join(folder, file)} is damaged, or a newer version of Upaj wrote it.`);
  }
}

/** @returns the folder of a backup: `folder` itself, or the newest one in it. @throws StartError */
export async function chooseBackup(folder: string): Promise<string> {
  const entries = await readdir(folder).catch((error: Error) => {
    throw new StartError(
      `There is no backup in ${folder}: ${error.message}. (To end a suspension, use unsuspend.)`,
    );
  });
  if (entries.includes(file)) return folder;
  const { finished, parts } = await findBackups(folder);
  if (finished[0]) {
    const newest = join(folder, finished[0]);
    if (!(await lstat(newest)).isDirectory())
      throw new StartError(`${newest} is a link: name the folder of the backup itself.`);
    return newest;
  }
  const isInterrupted = parts.length > 0 || folder.endsWith('.part');
  throw new StartError(
    isInterrupted
      ? `The backup in ${folder} was interrupted and cannot be restored. The next backup into the same folder continues it.`
      : `There is no backup in ${folder}.`,
  );
}
