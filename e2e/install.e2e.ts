import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, inject, test } from 'vitest';
import { addPerson, type Person } from '../server/test/factories.ts';
import { textsIn } from '../server/src/platform/texts.ts';
import { onPhone } from './browser.ts';
import { takePhotos } from './photos.ts';
import { enter } from './steps.ts';

const url = inject('server');
const tCreatePost = textsIn('en', 'create-post');
const tInstall = textsIn('en', 'install');

let asha: Person;
beforeAll(async () => {
  asha = await addPerson(url, { fullName: 'Asha Rani' });
});

test('Upaj can be installed, with shortcuts and as a target of shared photos', async () => {
  const { page } = await enter(asha, onPhone);
  await page.goto('/');
  await page.evaluate('navigator.serviceWorker.ready');
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // One error is expected: each journey has a private browser profile, which cannot install apps.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { data = '{}', errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data);
  expect(manifest.shortcuts.map((shortcut: { url: string }) => shortcut.url)).toEqual([
    '/create-post',
    '/Chat',
    '/Market',
  ]);
  const files = [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }: typeof manifest) => icons)];
  for (const { src, type } of files) {
    const response = await page.request.get(src);
    expect([response.status(), response.headers()['content-type']]).toEqual([200, type]);
  }

  // To share photos with the app, the browser posts a form, which the service worker handles. The test does the same.
  const photos = (await takePhotos()).slice(0, 2);
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<form id="share" method="post" ' +
    'enctype="multipart/form-data" action="/shared-photos"><input type="file" name="photos" multiple></form>')`);
  await page.locator('#share input').setInputFiles(photos);
  await page.evaluate(`document.getElementById('share').submit()`);
  await page.waitForURL('**/create-post');
  await page.getByRole('button', { name: tCreatePost('sharedAdd') }).click();
  await page.getByRole('button', { name: tCreatePost('removePhoto', { place: photos.length }) }).waitFor();
  await page.reload();
  await page.getByText(tCreatePost('draftRestored')).waitFor();
  expect(await page.evaluate(`caches.has('upaj-shared')`)).toBe(false);
});

test.each([
  ['origin', 'nothing is stored'],
  ['no-referrer', 'a person who did not share anything refuses'],
])('photos of another website’s form with the referrer policy %j: %s', async (policy) => {
  const other = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<meta name="referrer" content="${policy}"><form method="post" enctype="multipart/form-data"
      action="${url}/shared-photos"><input type="file" name="photos" multiple></form>`);
  });
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = other.address() as AddressInfo;
  const { page } = await enter(asha, onPhone);
  await page.goto('/');
  await page.evaluate('navigator.serviceWorker.ready');
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.locator('input').setInputFiles((await takePhotos()).slice(0, 2));
  await page.evaluate(`document.forms[0].submit()`);
  if (policy === 'no-referrer')
    await page.getByRole('button', { name: tCreatePost('sharedDiscard') }).click();
  else await page.waitForURL(`${url}/`);
  await page.goto('/create-post');
  await page.getByRole('heading', { name: tCreatePost('title') }).waitFor();
  expect(await page.getByRole('button', { name: tCreatePost('removePhoto', { place: 1 }) }).count()).toBe(0);
  expect(await page.evaluate(`caches.has('upaj-shared')`)).toBe(false);
  other.close();
});

test('from the second visit on, a card above the tabs offers to add Upaj to the home screen', async () => {
  const { page } = await enter(asha, onPhone);
  await page.goto('/');
  // Wait for the heading: when it is visible, the app has counted the visit.
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate('sessionStorage.clear()');
  await page.reload();
  const card = page.getByRole('region', { name: tInstall('title') });
  await expect
    .poll(async () => {
      await page.evaluate(
        `dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: () => {} }))`,
      );
      return card.count();
    })
    .toBe(1);
  const [tabs, box] = [await page.getByRole('navigation').last().boundingBox(), await card.boundingBox()];
  expect(box && tabs && box.y + box.height <= tabs.y).toBe(true);
  await card.getByRole('button', { name: tInstall('later') }).click();
  await card.waitFor({ state: 'detached' });
});
