import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { copyFolder } from '../server/test/embedded.ts';
import { freePort, spawnServer, waitUntilOpen } from '../server/test/process.ts';

export interface RunningServer {
  url: string;
  dataDir: string;
  stop(): Promise<void>;
}

/**
 * Starts a server with the built web app and without demo data. Its data folder is a copy of one that another start has
 * filled, which is faster.
 */
export async function startServer(env: NodeJS.ProcessEnv = {}, from?: string): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'upaj-e2e-'));
  copyFolder(from ?? inject('firstStart'), dataDir);
  const server = spawnServer(await freePort(), { ...env, DATA_DIR: dataDir });
  await waitUntilOpen(server);
  return {
    url: server.url.replace('127.0.0.1', 'localhost'),
    dataDir,
    async stop() {
      server.child.kill('SIGTERM');
      await server.ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
