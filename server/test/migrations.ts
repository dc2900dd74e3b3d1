import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { migrationsFolder } from '#src/platform/db/migrate.ts';

/** Copies some of the migrations to a folder, to migrate a database to an earlier release. */
export async function copyMigrations(isWanted: (name: string) => boolean): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'upaj-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const file of await readdir(migrationsFolder))
    if (isWanted(file.replace('.sql', '')))
      await copyFile(new URL(file, migrationsFolder), join(folder, file));
  return pathToFileURL(`${folder}/`);
}
