import { setFlagsFromString } from 'node:v8';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { nameStatements } from './name-statements.ts';

/**
 * Opens PGlite with settings for machines of 1 GB: the cache has 8 MB instead of 128, because the start touches all of
 * it, and the optimizing compiler for WebAssembly is off, because it takes up to 600 MB and makes nothing measurably
 * faster here.
 */
export async function createPglite(
  dataDir: string,
  extensions?: PGliteOptions['extensions'],
): Promise<PGlite> {
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB'];
  const pglite = await PGlite.create({ dataDir, startParams, ...(extensions && { extensions }) });
  nameStatements(pglite);
  return pglite;
}
