import { createHash, randomUUID } from 'node:crypto';
import { existsSync, openAsBlob } from 'node:fs';
import { cp, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { connectionTo } from '#src/platform/db/embedded.ts';
import { migrate } from '#src/platform/db/migrate.ts';

const cache = join(import.meta.dirname, '../../.cache/test');
const migrations = join(import.meta.dirname, '../migrations');
const extensions = { pg_trgm };
const day = 24 * 60 * 60_000;

export async function openMigrated(): Promise<PGlite> {
  return PGlite.create({ extensions, loadDataDir: await snapshot() });
}

/** Returns a copy of the migrated database, which is made again when a migration or a package changes. */
async function snapshot(): Promise<Blob> {
  const file = join(cache, `database-${await fingerprint()}.tar`);
  if (!existsSync(file)) await make(file);
  return openAsBlob(file);
}

export function openEmpty(): Promise<PGlite> {
  return PGlite.create({ extensions });
}

export async function fillDataDir(dataDir: string): Promise<void> {
  const folder = join(cache, `database-${await fingerprint()}`);
  if (!existsSync(folder)) await makeFolder(folder, await snapshot());
  await cp(folder, join(dataDir, 'database'), { recursive: true });
}

async function makeFolder(folder: string, loadDataDir: Blob): Promise<void> {
  const part = `${folder}.${randomUUID()}`;
  const database = await PGlite.create({ extensions, dataDir: part, loadDataDir });
  await database.close();
  // Renaming fails when another worker was faster. Then this copy is removed.
  await rename(part, folder).catch(() => rm(part, { recursive: true }));
}

export async function fingerprint(): Promise<string> {
  const names = (await readdir(migrations)).sort().map((name) => join(migrations, name));
  const hash = createHash('sha256');
  for (const name of [...names, join(import.meta.dirname, '../package.json')])
    hash.update(name).update(await readFile(name));
  return hash.digest('hex').slice(0, 16);
}

async function make(file: string): Promise<void> {
  const pglite = await openEmpty();
  const { db, close } = connectionTo(pglite);
  await migrate(db);
  const dump = await pglite.dumpDataDir('none');
  await close();
  await mkdir(cache, { recursive: true });
  await removeOld();
  // The file is never replaced, because another worker may be reading it.
  const part = `${file}.${randomUUID()}`;
  await writeFile(part, Buffer.from(await dump.arrayBuffer()));
  await link(part, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(part);
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(cache)) {
    const file = join(cache, name);
    if (name.startsWith('database-') && Date.now() - (await stat(file)).mtimeMs > day)
      await rm(file, { recursive: true });
  }
}
