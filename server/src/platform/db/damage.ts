import { join } from 'node:path';
import { StartError } from '#src/platform/start-error.ts';

/** Damage may only show when rows are read. @returns a StartError in this case, else the error itself */
export function explainDamage(error: unknown, dataDir: string): unknown {
  const { code, name } = error as Error & { code?: string };
  const cannotRead = /^(?:58|XX)/.test(code ?? '') || name === 'RuntimeError';
  return cannotRead ? damageIn(dataDir, error as Error) : error;
}

export function damageIn(dataDir: string, { message }: Error): StartError {
  const reason = message.replace(/[\s.]+/g, ' ').trim();
  return new StartError(
    `The embedded database in ${join(dataDir, 'database')} cannot be opened and may be damaged (${reason}): restore a backup with "npm run admin -- restore FOLDER --replace", or move this folder away to start with a new, empty database.`,
  );
}
