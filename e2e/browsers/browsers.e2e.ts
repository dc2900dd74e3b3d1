import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import oldChromium from '@sparticuz/chromium';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { findFirefox, findWebKit, findWpe } from '../../scripts/lib/find-programs.mjs';
import { textsIn } from '../../server/src/platform/texts.ts';
import { addPerson, addPost, photo } from '../../server/test/factories.ts';
import { anyNumber, codeIn, messagesTo } from '../../server/test/sms.ts';
import { startServer } from '../server.ts';
import { unique } from '../steps.ts';
import { openChromium } from './chromium.ts';
import { enterAs, fill, press, seeText, until, type Engine } from './engine.ts';
import { openFirefox } from './firefox.ts';
import { openWebDriver } from './webdriver.ts';

const url = inject('server');
const dataDir = inject('dataDir');
const tChat = textsIn('en', 'chat');
const tCreatePost = textsIn('en', 'create-post');
const tNumber = textsIn('en', 'number');
const tDeals = textsIn('en', 'deals');
const tOffers = textsIn('en', 'offers');
const tPostPage = textsIn('en', 'post-page');
const tShell = textsIn('en', 'shell');

const firefox = findFirefox();
const webKit = findWebKit();
const wpe = findWpe();
const wpeOptions = { binary: wpe?.browser, args: ['--automation', '--headless'] };

interface Case {
  name: string;
  isThere: boolean;
  open: () => Promise<Engine>;
  /** Only screens and scripts are tested. */
  isForReading?: boolean;
}

const engines: Case[] = [
  {
    name: 'Chromium 109',
    // npm has it for this system only.
    isThere: process.platform === 'linux' && process.arch === 'x64',
    open: async () => openChromium(await oldChromium.executablePath()),
  },
  { name: 'Firefox', isThere: Boolean(firefox), open: () => openFirefox(firefox ?? '') },
  {
    name: 'WebKitGTK in a private window',
    isThere: Boolean(webKit),
    open: () => openWebDriver({ driver: webKit ?? '', capabilities: {}, needsScreen: true }),
  },
  {
    name: 'WPE, like Safari 16.0',
    isThere: Boolean(wpe),
    isForReading: true,
    open: () =>
      openWebDriver({ driver: wpe?.driver ?? '', capabilities: { 'wpe:browserOptions': wpeOptions } }),
  },
];

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upaj-browsers-'));
  file = join(folder, 'wheat.jpg');
  await writeFile(file, Buffer.from(await (await photo({ width: 1600, height: 1200 })).arrayBuffer()));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(engines)('$name', ({ name, isThere, open, isForReading = false }) => {
  const needed = { meta: { skippedBecause: isThere ? 'only reading is tested' : `needs ${name}` } };
  const canWrite = isThere && !isForReading;
  let engine: Engine;
  beforeAll(async () => {
    if (isThere) engine = await open();
  });
  afterAll(() => engine?.close());

  test.skipIf(!canWrite)('a number opens an account by a code', needed, async () => {
    const number = anyNumber();
    await engine.open(`${url}/healthz`);
    await engine.setCookies(new Map());
    await engine.open(`${url}/login/number`);
    await fill(engine, { contact: number });
    await press(engine, tNumber('send'));
    await until(engine, `return document.querySelector('[autocomplete="one-time-code"]')`);
    const read = async () => codeIn((await messagesTo({ dataDir }, number)).at(-1));
    await expect.poll(read, { timeout: 60_000 }).not.toBe('');
    await engine.type('[autocomplete="one-time-code"]', await read());
    await fill(engine, { fullName: 'Ramesh Kumar' });
    await until(
      engine,
      `const role = document.querySelector('[type=radio][value=farmer]'); role?.click(); return role?.checked`,
    );
    await fill(engine, { 'place.state': 'Punjab', 'place.district': 'Ludhiana' });
    await press(engine, textsIn('en', 'social')('complete'));
    await until(engine, `return location.pathname === '/'`);
  });

  test.skipIf(!canWrite)('a farmer posts with a photo', needed, async () => {
    const title = `Sharbati wheat ${unique()}`;
    await enterAs(engine, await addPerson(url), '/create-post');
    await until(engine, `return document.querySelector('input[type=file][multiple]')`);
    await engine.chooseFile('input[type=file][multiple]', file);
    await seeText(engine, tCreatePost('imagesAdded', { count: 1 }));
    await fill(engine, { cropType: 'Wheat', category: 'Grains', title });
    await fill(engine, { description: 'Clean, dry grain.', price: '31.50', priceUnit: 'per kg' });
    await fill(engine, { quantity: '40 quintal', pincode: '141401', state: 'Punjab', district: 'Ludhiana' });
    await fill(engine, { city: 'Khanna', village: 'Bahomajra', shelLife: '12 months' });
    await press(engine, tCreatePost('submit'));
    await seeText(engine, tCreatePost('created'));
    await engine.open(url);
    await seeText(engine, title);
  });

  test.skipIf(!canWrite)(
    'a merchant writes and makes an offer, and the farmer accepts it',
    needed,
    async () => {
      const farmer = await addPerson(url, { fullName: 'Gurpreet Singh' });
      const merchant = await addPerson(url, { userType: 'merchant', fullName: 'Anita Deshmukh' });
      const post = await addPost(farmer, { price: '2100', priceUnit: 'per quintal', quantity: '40 quintal' });
      await enterAs(engine, merchant, `/chat/${farmer.account._id}`);
      await until(engine, `return document.querySelector('textarea')`);
      await engine.type('textarea', 'Is it still there?\n');
      await until(engine, `return document.querySelector('[role=img][aria-label="${tChat('sent')}"]')`);

      await engine.open(`${url}/post/${post._id}`);
      await press(engine, tPostPage('makeOffer'));
      await fill(engine, { quantity: '20', price: '2050' });
      await press(engine, tOffers('send'));
      await seeText(engine, tOffers('withdraw'));

      await enterAs(engine, farmer, `/chat/${merchant.account._id}`);
      await seeText(engine, 'Is it still there?');
      await press(engine, tOffers('accept', { total: '₹41,000' }));
      await until(engine, `return document.querySelector('dialog[open], a[href^="/deal"]')`);
    },
  );

  test.skipIf(!isThere)('what was read opens without the server', needed, async () => {
    const server = await startServer();
    const title = `Sharbati wheat ${unique()}`;
    try {
      const person = await addPerson(server.url);
      await addPost(person, { title });
      await enterAs(engine, person, '/');
      await seeText(engine, title);
      await until(
        engine,
        `if (!localStorage.getItem('upaj-filled')) return false;
        const { screens, en } = await (await fetch('/offline-files.json')).json();
        const stored = await (await caches.open('upaj-assets')).keys();
        return [...screens, ...en].every((file) => stored.some(({ url }) => url.endsWith(file)));`,
      );
    } finally {
      await server.stop();
    }
    for (const screen of ['/', '/Crops', '/Profile']) {
      await engine.open(server.url + screen);
      await seeText(engine, title);
      await seeText(engine, tShell('savedAt', { time: '' }).trim());
    }
    await engine.open(`${server.url}/deals`);
    await seeText(engine, tDeals('none'));
  });

  test.skipIf(!isThere)('every script of the build loads', needed, async () => {
    // Workers run outside of pages.
    const files = readdirSync(new URL('../../web/dist/assets', import.meta.url)).filter(
      (asset) => asset.endsWith('.js') && !asset.includes('worker'),
    );
    await engine.open(`${url}/login`);
    // A system without languages has the language C, which is in no browser that people use.
    const failures = await engine.run(`Object.defineProperty(navigator, 'language', { value: 'en-IN' });
      const load = (file) => import('/assets/' + file).then(() => [], (error) => [file + ': ' + error]);
      return (await Promise.all(${JSON.stringify(files)}.map(load))).flat()`);
    expect(failures).toEqual([]);
  });

  test.skipIf(!isThere)('screens open, and a dialog dims them', needed, async () => {
    const person = await addPerson(url);
    for (const screen of ['/', '/create-post', '/Market', '/Chat', '/settings']) {
      await enterAs(engine, person, screen);
      await until(engine, `return document.querySelector('main :is(h1, h2)')`);
    }
    const shade =
      await engine.run(`const dialog = document.body.appendChild(document.createElement('dialog'));
      dialog.showModal();
      return getComputedStyle(dialog, '::backdrop').backgroundColor`);
    expect(shade).toBe('rgba(0, 0, 0, 0.6)');
  });
});
