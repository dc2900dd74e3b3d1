import { mkdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
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
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const fs = new PrivateFiles(dataDir);
  const pglite = await PGlite.create({ fs, startParams, ...(extensions && { extensions }) });
  nameStatements(pglite);
  return pglite;
}

type ModeArgs = [file: unknown, mode: number, ...rest: unknown[]];
type SetMode = (...args: ModeArgs) => unknown;

/**
 * Creates files and folders that only their owner can read. PGlite sets the mode of each new file to 0666, whatever the
 * umask of the process is.
 */
class PrivateFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const makePrivate = ({ FS }: { FS: object }) => {
      const modes = FS as Record<'chmod' | 'mknod', SetMode>;
      for (const name of ['chmod', 'mknod'] as const) {
        const original = modes[name];
        modes[name] = (file, mode, ...rest) => original(file, mode & ~0o077, ...rest);
      }
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), makePrivate] } };
  }
}
