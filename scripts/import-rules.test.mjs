import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import config, { domains, tradeFolders } from '../.dependency-cruiser.mjs';
import { listFiles } from './lib/files.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { runTool } from './lib/steps.mjs';

/**
 * @param {string} name @param {string} parent @param {string[]} folders @param {string} file @returns {Record<string,
 * string[]>}
 */
const inOrder = (name, parent, folders, file = 'feature/service.ts') =>
  Object.fromEntries(
    folders
      .slice(0, -1)
      .map((folder, index) => [
        `${name}-${folder}-imports-none-after-it`,
        [`${parent}/${folder}/later-${file} > ${parent}/${folders[index + 1]}/${file}`],
      ]),
  );

/** Imports of an invented app that follows every rule, as 'file > target'. A target without a folder is a package. */
const allowed = [
  'contract/src/trade/likes.ts > zod',
  'server/src/main.mjs > server/src/start.ts',
  'server/src/start.ts > server/src/app.ts',
  'server/src/start.ts > server/demo/fill.ts',
  'server/src/command.ts > server/src/app.ts',
  'server/src/command.ts > server/src/platform/db/connect.ts',
  'server/src/app.ts > server/src/trade/compose.ts',
  'server/src/app.ts > server/src/platform/compose.ts',
  'server/src/trade/compose.ts > server/src/notify/feature/service.ts',
  'server/src/trade/compose.ts > server/src/trade/likes/routes.ts',
  'server/src/chat/compose.ts > type server/src/platform/compose.ts',
  'server/src/chat/feature/store.ts > server/src/trade/access.ts',
  'server/src/chat/feature/store.ts > server/src/trade/posts/rows.ts',
  'server/src/trade/access.ts > kysely',
  'server/src/trade/posts/rows.ts > kysely',
  'server/src/trade/notifications.ts > kysely',
  'server/src/trade/notifications.ts > server/src/notify/notifications.ts',
  'server/src/app.ts > server/src/trade/notifications.ts',
  'server/src/deals/feature/service.ts > server/src/trade/events.ts',
  'server/src/trade/likes/store.ts > kysely',
  'server/src/trade/likes/service.ts > server/src/trade/posts/store.ts',
  'server/src/trade/likes/likes.test.ts > type kysely',
  'server/test/outage.test.ts > kysely',
  'server/src/trade/posts/store.ts > type server/src/mandi/market-page/service.ts',
  'server/src/trade/likes/likes.test.ts > server/test/app.ts',
  'server/src/env.ts > server/src/platform/start-error.ts',
  'server/src/platform/http/server.ts > server/src/env.ts',
  'server/src/platform/http/server.ts > contract/src/trade/likes.ts',
  'server/src/platform/db/connect.ts > pg',
  'server/src/platform/realtime/sockets.ts > socket.io',
  'server/demo/fill.ts > server/src/trade/posts/service.ts',
  'server/demo/fill.ts > server/src/platform/db/connect.ts',
  'server/test/app.ts > server/src/app.ts',
  'server/test/app.ts > socket.io-client',
  'server/test/database.ts > pg',
  'web/src/main.tsx > web/src/app/router.tsx',
  'web/src/app/router.tsx > web/src/routes/feed.tsx',
  'web/src/routes/feed.tsx > web/src/trade/likes/like-button.tsx',
  'web/src/trade/likes/like-button.tsx > web/src/ui/button.tsx',
  'web/src/trade/likes/api.ts > web/src/lib/api.ts',
  'web/src/trade/likes/api.ts > contract/src/trade/likes.ts',
  'web/src/lib/live/connection.ts > socket.io-client',
  // This import is in the cycle that `planted` has, which is reported once.
  'web/src/lib/f.ts > web/src/lib/e.ts',
  'e2e/feed.e2e.ts > server/src/app.ts',
  'bench/main.ts > server/src/app.ts',
  'bench/main.ts > pg',
  'bench/limits.ts > socket.io',
];

/** Imports that each break one rule. @type {Record<string, string[]>} */
const planted = {
  'contract-imports-zod-only': ['contract/src/a.ts > pino', 'contract/src/a.ts > server/src/env.ts'],
  'contract-notify-knows-no-kind': ['contract/src/notify/b.ts > type contract/src/notifications.ts'],
  'web-and-server-never-meet': [
    'web/src/lib/a.ts > server/src/env.ts',
    'server/src/platform/http/a.ts > type web/src/i18n/locale.ts',
  ],
  'server-main-is-imported-by-no-one': [
    'server/test/a.ts > server/src/main.mjs',
    'server/test/a.ts > server/src/start.ts',
  ],
  'server-app-is-imported-from-start-only': ['server/src/trade/likes/a.ts > server/src/app.ts'],
  'server-app-imports-compose-only': [
    'server/src/app.ts > server/src/trade/likes/routes.ts',
    'server/src/app.ts > server/src/platform/http/server.ts',
  ],
  'server-compose-is-imported-from-app-only': ['server/src/trade/a.ts > server/src/trade/compose.ts'],
  'server-platform-knows-no-domain': [
    'server/src/platform/jobs/a.ts > server/src/trade/likes/service.ts',
    'server/src/a.ts > server/src/trade/likes/service.ts',
  ],
  'server-roots-are-below-everything': ['server/src/b.ts > server/src/platform/http/server.ts'],
  ...inOrder('contract', 'contract/src', domains, 'schemas.ts'),
  ...inOrder('server', 'server/src', domains),
  ...inOrder('server-trade', 'server/src/trade', tradeFolders),
  'server-domain-imports-published-files-of-others-only': [
    'server/src/deals/reviews/a.ts > server/src/trade/posts/store.ts',
    'server/src/chat/messages/a.ts > type server/src/trade/likes/routes.ts',
    'server/src/deals/reviews/b.ts > server/src/trade/notifications.ts',
  ],
  'server-demo-is-imported-from-start-only': ['server/src/trade/posts/b.ts > server/demo/fill.ts'],
  'server-demo-imports-services-media-and-db': [
    'server/demo/a.ts > server/src/trade/posts/store.ts',
    'server/demo/a.ts > server/src/platform/http/server.ts',
  ],
  'server-ships-no-test-helper': ['server/src/platform/http/c.ts > server/test/app.ts'],
  'stores-import-no-service': [
    'server/src/trade/likes/d/store.ts > server/src/trade/likes/service.ts',
    'server/src/platform/media/rows.ts > server/src/platform/media/routes.ts',
  ],
  'stores-refuse-nothing': ['server/src/trade/posts/d/rows.ts > server/src/platform/http/errors.ts'],
  'services-import-no-routes': ['server/src/trade/posts/service.ts > server/src/trade/posts/routes.ts'],
  'sql-in-stores-only': [
    'server/src/trade/likes/c.ts > type kysely',
    'server/src/platform/jobs/b.ts > pg',
    'server/demo/c.ts > @electric-sql/pglite',
    'web/src/lib/b.ts > kysely',
  ],
  'sql-in-tests-as-types-only': [
    'server/src/trade/likes/a.test.ts > kysely',
    'server/test/b.test.ts > pg',
    'server/test/b.test.ts > @electric-sql/pglite',
    'e2e/c.e2e.ts > pg',
  ],
  'web-main-is-imported-by-no-one': ['web/src/app/a.ts > web/src/main.tsx'],
  'web-app-is-imported-from-main-only': ['web/src/lib/c.ts > web/src/app/router.tsx'],
  'web-routes-are-imported-from-app-only': [
    'web/src/trade/feed/a.tsx > web/src/routes/feed.tsx',
    'web/src/ui/a.tsx > web/src/routes/feed.tsx',
  ],
  ...inOrder('web', 'web/src', domains),
  'web-domains-are-imported-from-app-and-routes-only': ['web/src/ui/b.tsx > web/src/trade/likes/api.ts'],
  'web-lib-and-i18n-import-no-ui': ['web/src/i18n/b.ts > web/src/ui/button.tsx'],
  'socket-server-in-realtime-only': [
    'server/src/trade/likes/e.ts > socket.io',
    'server/src/trade/likes/e.ts > @socket.io/redis-streams-adapter',
  ],
  'socket-client-in-connection-only': ['web/src/trade/likes/a.ts > socket.io-client'],
  'server-loads-packages-of-deploy-only-when-asked': [
    'server/src/platform/e.ts > server/src/platform/observability/metrics-server.ts',
    'server/src/platform/http/e.ts > prom-client',
    'server/src/platform/http/e.ts > @opentelemetry/sdk-trace',
    'server/src/trade/likes/e.ts > @socket.io/redis-streams-adapter',
  ],
  'journeys-import-the-app-as-a-whole': [
    'e2e/a.ts > server/src/trade/likes/store.ts',
    'e2e/a.ts > web/src/ui/button.tsx',
  ],
  'benchmarks-import-the-app-as-a-whole': [
    'bench/a.ts > server/src/trade/likes/store.ts',
    'bench/a.ts > web/src/i18n/locale.ts',
  ],
  'apps-import-no-tooling': ['server/src/platform/http/d.ts > scripts/tool.mjs'],
  'no-unknown-place': [
    'server/src/helpers/a.ts > contract/src/trade/likes.ts',
    'web/src/hooks/a.ts > contract/src/trade/likes.ts',
  ],
  'no-cycle': ['web/src/lib/e.ts > web/src/lib/f.ts'],
  'no-barrel': ['web/src/ui/index.ts > web/src/ui/button.tsx'],
  'no-unresolvable': ['web/src/lib/g.ts > ./nowhere.ts'],
};

/** @param {string} folder @param {string} file @param {string} text */
function append(folder, file, text) {
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(folder, file), text, { flag: 'a' });
}

/** @param {string} folder @param {string} line */
function plant(folder, line) {
  const [from = '', target = ''] = line.split(' > ');
  const [to = '', isType] = target.split(' ').reverse();
  const isFile = /\.(?:tsx?|mjs)$/.test(to);
  let specifier = to;
  if (isFile && !to.startsWith('.')) {
    append(folder, to, '');
    specifier = path.relative(path.dirname(from), to).replace(/^(?!\.)/, './');
  } else if (!isFile) {
    // The entry of the planted package is in `dist`, as that of many real packages.
    append(folder, `node_modules/${to}/dist/index.js`, '');
    const entry = JSON.stringify({ name: to, exports: './dist/index.js' });
    writeFileSync(path.join(folder, `node_modules/${to}/package.json`), entry);
  }
  append(folder, from, `import ${isType ? 'type {} from ' : ''}'${specifier}';\n`);
}

test('each rule finds the imports that break it, and no others', async () => {
  expect(Object.keys(planted).sort()).toEqual(config.forbidden.map(({ name }) => name).sort());
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'upaj-import-rules-')));
  try {
    for (const line of [...allowed, ...Object.values(planted).flat()]) plant(folder, line);
    const script = 'dependency-cruiser/bin/dependency-cruiser.mjs';
    const options = ['--config', inRoot('.dependency-cruiser.mjs'), '--no-cache', '--output-type', 'json'];
    const output = await runTool(script, [...options, 'contract', 'server', 'web', 'e2e', 'bench'], folder);
    /** @type {{ from: string; to: string; rule: { name: string } }[]} */
    const found = JSON.parse(output).summary.violations;
    const nameOf = (/** @type {string} */ file) =>
      file.replace(/^node_modules\/(.+)\/dist\/index\.js$/, '$1');
    expect(found.map(({ rule, from, to }) => `${rule.name}: ${from} > ${nameOf(to)}`).sort()).toEqual(
      Object.entries(planted)
        .flatMap(([rule, lines]) => lines.map((line) => `${rule}: ${line.replace('> type ', '> ')}`))
        .sort(),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Rules that forbid a place, so that no file may match their `from`. */
const forbiddenPlaces = ['no-barrel'];

test('each alternative of each pattern matches a file, a package or an import: none guards nothing', () => {
  const files = ['contract', 'server', 'web', 'e2e', 'bench', 'scripts']
    .flatMap((folder) => listFiles(inRoot(folder)))
    .map((file) => path.relative(root, file));
  const targets = [...files, ...listPackages(), ...files.filter(isSource).flatMap(findSpecifiers)];
  const idle = config.forbidden.flatMap(({ name, from, to }) =>
    [from, to]
      .filter((side) => side !== from || !forbiddenPlaces.includes(name))
      .flatMap((/** @type {{ path?: string | string[]; pathNot?: string | string[] }} */ side) => {
        const { path: paths = [], pathNot = [] } = side;
        return [paths, pathNot].flat();
      })
      .flatMap(alternativesOf)
      .filter((pattern) => !targets.some((target) => new RegExp(pattern).test(target)))
      .map((pattern) => `${name}: ${pattern}`),
  );
  expect(idle).toEqual([]);
});

const isSource = (/** @type {string} */ file) => /\.(?:tsx?|mjs)$/.test(file);

/** @param {string} file @returns {string[]} */
function findSpecifiers(file) {
  const text = readFileSync(inRoot(file), 'utf8');
  return [...text.matchAll(/(?:from |import |import\()'([^']+)'/g)].map(([, specifier = '']) => specifier);
}

function listPackages() {
  return readdirSync(inRoot('node_modules'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(inRoot('node_modules', name)).map((of) => `${name}/${of}`) : name,
    )
    .map((name) => `node_modules/${name}/`);
}

/**
 * Splits a pattern into its alternatives: for each alternative of each group, and of the pattern as a whole, returns
 * the pattern with this alternative only.
 * @param {string} pattern @returns {string[]}
 */
function alternativesOf(pattern) {
  const whole = pattern.replaceAll('$1', '[^/]+');
  /** @type {{ start: number; cuts: number[] }[]} */
  const open = [{ start: 0, cuts: [] }];
  /** @type {string[]} */
  const found = [];
  const close = (/** @type {number} */ end) => {
    const { start = 0, cuts = [] } = open.pop() ?? {};
    const ends = [...cuts, end];
    const starts = [start, ...cuts.map((cut) => cut + 1)];
    for (const [index, from] of starts.entries())
      found.push(`${whole.slice(0, start)}${whole.slice(from, ends[index])}${whole.slice(end)}`);
  };
  for (const { 0: sign, index } of whole.matchAll(/\\.|\[[^\]]*\]|\(\?[:!=]|[(|)]/g)) {
    if (sign.startsWith('(')) open.push({ start: index + sign.length, cuts: [] });
    else if (sign === '|') open.at(-1)?.cuts.push(index);
    else if (sign === ')') close(index);
  }
  close(whole.length);
  return found;
}
