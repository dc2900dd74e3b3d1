import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort, spawnServer, waitUntilOpen } from '../server/test/process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a server that was started once and stopped. */
    firstStart: string;
  }
}

/** A first start takes seconds: files copy its data folder. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'upaj-first-start-'));
  const server = spawnServer(await freePort(), { DATA_DIR: folder });
  try {
    await waitUntilOpen(server);
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
  }
  project.provide('firstStart', folder);
  return () => rm(folder, { recursive: true, force: true });
}
