import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startTestApp } from '../server/test/app.ts';
import { addPerson, addPost } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { phone } from './browser.ts';
import { enter } from './steps.ts';

const tMarket = textsIn('en', 'market');
const built = fileURLToPath(new URL('../web/dist/', import.meta.url));

/** Copies the built app with other names for its scripts and style sheets, and with another service worker. */
async function makeNextVersion(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'upaj-next-version-'));
  await cp(built, folder, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) });
  const assets = (await readdir(join(folder, 'assets'))).filter((name) => /\.(?:js|css)$/.test(name));
  const newName = (name: string) => name.replace(/\.(\w+)$/, '-next.$1');
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => /\.(?:js|css|html|json)$/.test(name))) {
    let text = await readFile(join(folder, file), 'utf8');
    for (const name of assets) text = text.replaceAll(name, newName(name));
    await writeFile(join(folder, file), text.replace(/"version":"/, '$&next-'));
  }
  for (const name of assets)
    await rename(join(folder, 'assets', name), join(folder, 'assets', newName(name)));
  return folder;
}

/** Opens one address that can be switched from one server to another. */
async function openAddress(port: number) {
  let target = port;
  const sockets = new Set<Socket>();
  const server = createServer((browser) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [browser, upstream],
      [upstream, browser],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    switchTo(next: number) {
      target = next;
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}

const portOf = ({ url }: { url: string }) => Number(new URL(url).port);

test('an open page goes on with a new version after one reload, and so does the service worker', async () => {
  const nextDir = await makeNextVersion();
  const before = await startTestApp({ webDir: built });
  const { db } = before.database;
  const after = await startTestApp({ webDir: nextDir, db, env: { dataDir: before.dataDir } });
  const address = await openAddress(portOf(before));
  const asha = await addPerson(address.url, { fullName: 'Asha Rani' });
  await addPost(asha);
  const { page, problems } = await enter(asha, { viewport: phone });
  const title = () => page.getByRole('heading', { level: 2, name: /Sharbati wheat/ }).waitFor();
  const cacheNames = () => page.evaluate<string[]>('caches.keys()');

  await page.goto('/');
  await title();
  await page.evaluate('navigator.serviceWorker.ready');
  await expect.poll(cacheNames).toContain('upaj-stored');

  address.switchTo(portOf(after));
  let pages = 0;
  page.on('request', (request) => (pages += request.isNavigationRequest() ? 1 : 0));
  await page.getByRole('link', { name: 'Market', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: tMarket('title') }).waitFor();
  expect(pages).toBe(1);
  // Before the reload the browser reports a script that is gone and a connection that was cut.
  const expected = /status of 404|dynamically imported module|import of|ERR_|WebSocket/;
  expect(problems.splice(0).filter((problem) => !expected.test(problem))).toEqual([]);
  expect(await page.locator('script[src$="-next.js"]').count()).toBe(1);

  await expect
    .poll(async () => (await cacheNames()).filter((name) => /shell/.test(name)))
    .toEqual([expect.stringMatching(/^upaj-shell-next-/)]);
  expect(await cacheNames()).toContain('upaj-stored');
  await page.goto('/');
  await title();

  await page.context().close();
  address.close();
  await after.close();
  await before.close();
  await rm(nextDir, { recursive: true, force: true });
});
