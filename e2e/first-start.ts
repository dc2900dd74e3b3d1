import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { fillDataDir } from '../server/test/embedded.ts';
import { freePort, spawnServer, waitUntilOpen } from '../server/test/process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a server that was started once and stopped. */
    firstStart: string;
    /** The browser's address. */
    browser: string;
  }
}

/** What takes seconds to start: files copy the data folder and share the browser. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'upaj-first-start-'));
  const [browser] = await Promise.all([launchBrowser(), startOnce(folder)]);
  project.provide('firstStart', folder);
  project.provide('browser', browser.wsEndpoint());
  return async () => {
    await browser.close();
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
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
