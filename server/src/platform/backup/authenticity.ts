import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '#src/platform/promises.ts';
import { isSigned, sign, type SecretKeys } from '#src/platform/signatures.ts';
import { StartError } from '#src/platform/start-error.ts';
import { isOfKeys, type Manifest } from './manifest.ts';

const file = 'manifest.signature';
const signedText = (manifest: string) => `backup-manifest:${manifest}`;

/** Why nobody can tell whether the backup was changed on purpose. */
export type Doubt = 'before signatures' | 'own key' | 'other key';

/** Signs the text of the manifest, which has the checksums of everything else. */
export async function signManifest(folder: string, text: string, [key]: SecretKeys): Promise<void> {
  await writeFile(join(folder, file), `${sign(signedText(text), key).toString('hex')}\n`);
}

/**
 * @returns undefined if the backup is as this market wrote it, or why nobody can tell. @throws StartError if somebody
 * changed it
 */
export async function findDoubt(
  folder: string,
  { manifest, text }: { manifest: Manifest; text: string },
  keys: SecretKeys,
): Promise<Doubt | undefined> {
  const signature = await ifThere(readFile(join(folder, file), 'utf8'));
  if (signature === undefined) return 'before signatures';
  const isSignedBy = (by: SecretKeys) => isSigned(signedText(text), Buffer.from(signature.trim(), 'hex'), by);
  // A backup with a key is signed with it, so that nobody can exchange the key.
  const ownKey = await ifThere(readFile(join(folder, 'secret-key'), 'utf8'));
  const isChanged = ownKey !== undefined && !isSignedBy([ownKey]);
  if (!isChanged && isSignedBy(keys)) return undefined;
  if (isChanged || isOfKeys(manifest, keys))
    throw new StartError(
      `${folder} was changed after it was made: its signature is not that of its manifest.json${ownKey === undefined ? '' : ' and key'}. Restore an earlier backup.`,
    );
  return ownKey === undefined ? 'other key' : 'own key';
}
