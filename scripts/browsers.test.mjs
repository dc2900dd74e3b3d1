// Holds what is built to the supported browsers, see docs/browsers.md.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { oldestBrowsers } from '../web/build/browsers.ts';
import { listFiles } from './lib/files.mjs';
import { inRoot } from './lib/paths.mjs';
import { runTool } from './lib/steps.mjs';

/** @typedef {{ version_added?: string | false | 'preview'; flags?: unknown; prefix?: string; alternative_name?: string }} Support */
/** @typedef {{ __compat?: { support: Record<string, Support | Support[]> } }} Feature */

const { chrome, edge, firefox, safari, ios } = oldestBrowsers;
const assets = inRoot('web/dist/assets/*.js');

/** Calls of what some supported browsers lack. Each is made only where it is there, or is not the browser's own. */
const guarded = {
  OffscreenCanvas: 'photos are then compressed without a worker',
  WebTransport: 'Socket.IO uses what there is',
  canShare: 'the slip is then saved',
  convertToBlob: 'of an OffscreenCanvas',
  createBidirectionalStream: 'of WebTransport',
  getNotifications: 'its failure is ignored',
  getSubscription: 'of a push manager that is there',
  requestPermission: 'push is offered only with a push manager',
  showNotification: 'called only by a push',
  skipTransition: 'the router looks for it first',
  startViewTransition: 'the router looks for it first',
  createContext: "React's",
  isActive: "a library's own",
  isError: "a library's own",
  toArray: "a library's own",
};

/** Also checkVisibility, which the combobox calls only where it is there. */
const guardedIn = { checkVisibility: /^combobox-field-/ };

test('the syntax and the built-in objects of the build are in all supported browsers', async () => {
  const query = `chrome >= ${chrome}, and_chr >= ${chrome}, edge >= ${edge}, firefox >= ${firefox}, and_ff >= ${firefox}, safari >= ${safari}, ios_saf >= ${ios}`;
  const options = ['--module', '--checkFeatures', '--noCache', `--browserslistQuery=${query}`];
  await runTool('es-check/lib/cli/index.js', ['checkBrowser', assets, inRoot('web/dist/sw.js'), ...options]);
});

test('a browser of 2015 can run what shows that it is too old', async () => {
  const files = ['web/dist/theme.js', 'web/dist/too-old.js'].map((file) => inRoot(file));
  await runTool('es-check/lib/cli/index.js', ['es5', ...files, '--noCache']);
});

const sources = listFiles(inRoot('web/dist'))
  .filter((file) => file.endsWith('.js'))
  .map((file) => ({ name: file.replace(/^.*\//, ''), text: readFileSync(file, 'utf8') }));

test('no regular expression has a look-behind, which Safari cannot parse before 16.4', () => {
  expect(sources.filter(({ text }) => /\(\?<[=!]/.test(text)).map(({ name }) => name)).toEqual([]);
});

test('no file calls what a supported browser lacks', () => {
  const lacking = namesThatSomeLack();
  const calls = sources.flatMap(({ name: file, text }) =>
    [...text.matchAll(/(?:\.|\bnew )([A-Za-z]+[A-Z]\w+)(?:\?\.)?\(/g)].map(([, name = '']) => ({
      file,
      name,
    })),
  );
  const isGuarded = ({ file = '', name = '' }) =>
    name in guarded || Object.entries(guardedIn).some(([key, files]) => key === name && files.test(file));
  const found = calls.filter((call) => lacking.has(call.name) && !isGuarded(call));
  expect(found).toEqual([]);
});

/** Returns names of functions of the web and of JavaScript of which no kind is in all supported browsers. */
function namesThatSomeLack() {
  const data = createRequire(import.meta.url)('@mdn/browser-compat-data');
  const oldest = {
    chrome,
    chrome_android: chrome,
    edge,
    firefox,
    firefox_android: firefox,
    safari,
    safari_ios: ios,
  };
  const isIn = (/** @type {Feature} */ { __compat }) =>
    Object.entries(oldest).every(([browser, version]) =>
      [__compat?.support[browser] ?? []].flat().some((one) => isSince(one, version)),
    );
  /** @type {Map<string, boolean>} */
  const all = new Map();
  for (const group of [data.api, data.javascript.builtins]) {
    for (const [owner, features] of Object.entries(group)) {
      for (const [key, feature] of Object.entries({ [owner]: features, ...features })) {
        if (!feature.__compat) continue;
        const name = key.replace(/_static$/, '');
        all.set(name, (all.get(name) ?? false) || isIn(feature));
      }
    }
  }
  return new Set([...all].filter(([, isThere]) => !isThere).map(([name]) => name));
}

/** @param {Support} support @param {number} version */
function isSince({ version_added: since, flags, prefix, alternative_name: other }, version) {
  if (!since || since === 'preview' || flags || prefix || other) return false;
  return Number.parseFloat(since.replace('≤', '')) <= version;
}
