import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import config, { domains, tradeFolders } from '../.dependency-cruiser.mjs';
import { inRoot } from './lib/paths.mjs';
import { runTool } from './lib/run-tool.mjs';

/** @param {string} name @param {string} parent @param {string[]} folders @returns {Record<string, string[]>} */
const inOrder = (name, parent, folders) =>
  Object.fromEntries(
    folders
      .slice(0, -1)
      .map((folder, index) => [
        `${name}-${folder}-imports-none-after-it`,
        [`${parent}/${folder}/later/service.ts > ${parent}/${folders[index + 1]}/feature/service.ts`],
      ]),
  );

/** Imports of an app that follows every rule. A name without a folder is a package. */
const allowed = [
  'contract/src/trade/likes.ts > zod',
  'server/src/main.ts > server/src/app.ts',
  'server/src/main.ts > server/demo/fill.ts',
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
  'web/src/chat/connection/realtime.ts > socket.io-client',
  // The way back in the planted cycle, which is found once.
  'web/src/lib/f.ts > web/src/lib/e.ts',
  'e2e/feed.e2e.ts > server/src/app.ts',
  'bench/main.ts > server/src/app.ts',
  'bench/main.ts > pg',
];

/** Imports that each break one rule. @type {Record<string, string[]>} */
const planted = {
  'contract-imports-zod-only': ['contract/src/a.ts > pino', 'contract/src/a.ts > server/src/env.ts'],
  'contract-notify-knows-no-kind': [
    'contract/src/notify/a.ts > contract/src/deals/offers.ts',
    'contract/src/notify/b.ts > type contract/src/notifications.ts',
  ],
  'web-and-server-never-meet': [
    'web/src/lib/a.ts > server/src/env.ts',
    'server/src/platform/http/a.ts > type web/src/i18n/locale.ts',
  ],
  'server-main-is-imported-by-no-one': ['server/test/a.ts > server/src/main.ts'],
  'server-app-is-imported-from-main-only': ['server/src/trade/likes/a.ts > server/src/app.ts'],
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
  ...inOrder('server', 'server/src', domains),
  ...inOrder('server-trade', 'server/src/trade', tradeFolders),
  'server-domain-imports-published-files-of-others-only': [
    'server/src/deals/reviews/a.ts > server/src/trade/posts/store.ts',
    'server/src/chat/messages/a.ts > type server/src/trade/likes/routes.ts',
    'server/src/deals/reviews/b.ts > server/src/trade/notifications.ts',
  ],
  'server-demo-is-imported-from-main-only': ['server/src/trade/posts/b.ts > server/demo/fill.ts'],
  'server-demo-imports-services-media-and-db': [
    'server/demo/a.ts > server/src/trade/posts/store.ts',
    'server/demo/a.ts > server/src/platform/http/server.ts',
  ],
  'server-ships-no-test-helper': ['server/src/platform/http/c.ts > server/test/app.ts'],
  'sql-in-stores-only': [
    'server/src/trade/likes/c.ts > type kysely',
    'server/src/platform/jobs/b.ts > pg',
    'server/demo/c.ts > @electric-sql/pglite',
    'web/src/lib/b.ts > kysely',
  ],
  'sql-in-tests-as-types-only': [
    'server/src/trade/likes/a.test.ts > kysely',
    'server/test/b.test.ts > pg',
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
  'socket-server-in-realtime-only': ['server/src/trade/likes/e.ts > socket.io'],
  'socket-client-in-realtime-only': ['web/src/trade/likes/a.ts > socket.io-client'],
  'server-loads-metrics-and-traces-only-when-asked': [
    'server/src/platform/e.ts > server/src/platform/observability/metrics-server.ts',
    'server/src/platform/http/e.ts > prom-client',
    'server/src/platform/http/e.ts > @opentelemetry/sdk-trace',
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
    append(folder, `node_modules/${to}/index.js`, '');
    writeFileSync(path.join(folder, `node_modules/${to}/package.json`), `{ "name": "${to}" }`);
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
    const nameOf = (/** @type {string} */ file) => file.replace(/^node_modules\/(.+)\/index\.js$/, '$1');
    expect(found.map(({ rule, from, to }) => `${rule.name}: ${from} > ${nameOf(to)}`).sort()).toEqual(
      Object.entries(planted)
        .flatMap(([rule, lines]) => lines.map((line) => `${rule}: ${line.replace('> type ', '> ')}`))
        .sort(),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
