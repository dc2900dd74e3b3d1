import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../scripts/lib/find-programs.mjs';
import { fillDataDir } from '../server/test/embedded.ts';
import { freePort, spawnServer, waitUntilOpen } from '../server/test/process.ts';
import { startMarketData } from './market-data.ts';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A data folder in which a server was started once. A server starts faster in a copy of it than in an empty folder.
     */
    firstStart: string;
    /** The address of the server that journeys share, unless they need their own. */
    server: string;
    /** The data folder of this server. */
    dataDir: string;
    /** The address at which tests connect to the browser. */
    browser: string;
  }
}

/** Starts the browser and a server with mandi rates once for all journeys, because that takes seconds. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'upaj-first-start-'));
  const [browser, market] = await Promise.all([launchBrowser(), startMarketData(), startOnce(folder)]);
  const server = await startServer(market.env, folder);
  await market.fill(server.url);
  project.provide('firstStart', folder);
  project.provide('server', server.url);
  project.provide('dataDir', server.dataDir);
  project.provide('browser', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.stop();
    await market.close();
    await rm(folder, { recursive: true, force: true });
  };
}

async function startOnce(folder: string): Promise<void> {
  await fillDataDir(folder);
  const server = spawnServer(await freePort(), { DATA_DIR: folder });
  try {
    await waitUntilOpen(server);
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
  }
}

function launchBrowser() {
  return chromium.launchServer({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Browsers trust localhost as they trust https. This name they do not: it is like an address in a local network.
      '--host-resolver-rules=MAP upaj.lan 127.0.0.1',
    ],
  });
}
