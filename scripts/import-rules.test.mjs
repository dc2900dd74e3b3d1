import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import config, { domains } from '../.dependency-cruiser.mjs';
import { inRoot, pinnedNode } from './lib/paths.mjs';
import { run } from './lib/steps.mjs';

/** @typedef {Record<string, string>} Tree text of each file, by its path */

/** @template T @param {(domain: string, next: string) => [string, T]} entry @returns {Record<string, T>} */
const eachDomain = (entry) =>
  Object.fromEntries(domains.map((domain, index) => entry(domain, domains[index + 1] ?? '')));

/** @param {'server' | 'web'} app @returns {Record<string, Tree[]>} */
const laterDomains = (app) => {
  const { [`${app}-${domains.at(-1)}-imports-no-later-domain`]: _last, ...others } = eachDomain(
    (domain, next) => [
      `${app}-${domain}-imports-no-later-domain`,
      [{ [`${app}/src/${domain}/feature/later.ts`]: `import '../../${next}/feature/service.ts';` }],
    ],
  );
  return others;
};

/** A minimal app that follows every rule. @type {Tree} */
const house = {
  'package.json': '{ "type": "module" }',
  'contract/package.json':
    '{ "name": "@upaj/contract", "type": "module", "exports": { "./*": "./src/*.ts" } }',
  'contract/src/trade/likes.ts': `import * as z from 'zod/mini'; export const likeSchema = z.boolean();`,
  'server/package.json':
    '{ "type": "module", "imports": { "#src/*": "./src/*", "#test/*": "./test/*", "#demo/*": "./demo/*" } }',
  'server/src/main.ts': `import '#src/app.ts'; import '#src/env.ts'; import '../demo/fill.ts';`,
  'server/src/command.ts': `import '#src/app.ts'; import '#src/platform/db/connect.ts'; import '#src/env.ts';`,
  'server/src/app.ts': `import '#src/trade/compose.ts'; import '#src/platform/compose.ts';`,
  'server/src/platform/compose.ts': `import './http/server.ts';`,
  'server/src/trade/compose.ts': `import '#src/notify/feature/service.ts'; import './likes/routes.ts';`,
  ...eachDomain((domain) => [`web/src/${domain}/feature/service.ts`, '']),
  ...eachDomain((domain) => [`server/src/${domain}/feature/service.ts`, '']),
  'server/src/trade/access.ts': `import 'kysely';`,
  'server/src/trade/posts/rows.ts': `import 'kysely';`,
  'server/src/chat/feature/store.ts': `import '#src/trade/access.ts'; import '#src/trade/posts/rows.ts';`,
  'server/src/chat/compose.ts': `import type {} from '#src/platform/compose.ts';`,
  'server/src/env.ts': `import './platform/start-error.ts';`,
  'server/src/platform/start-error.ts': '',
  'server/src/platform/texts.ts': '',
  'server/src/platform/http/server.ts': `import '#src/env.ts'; import '@upaj/contract/trade/likes';`,
  'server/src/platform/db/connect.ts': `import 'kysely'; import 'pg'; import '@electric-sql/pglite';`,
  'server/src/platform/media/images.ts': '',
  'server/src/platform/realtime/sockets.ts': `import 'socket.io';`,
  'server/src/trade/likes/routes.ts': `import './service.ts'; import '#src/trade/posts/service.ts';`,
  'server/src/trade/likes/service.ts': `import './store.ts'; import '#src/trade/posts/store.ts';`,
  'server/src/trade/likes/store.ts': `import 'kysely'; import '#src/platform/db/connect.ts';`,
  'server/src/trade/likes/likes.test.ts': `import type { Kysely } from 'kysely'; import '#test/app.ts';`,
  'server/src/trade/posts/service.ts': `import './store.ts'; import '#src/platform/media/images.ts';`,
  'server/src/trade/posts/store.ts': '',
  'server/demo/fill.ts': `import '#src/trade/posts/service.ts'; import '#src/platform/db/connect.ts';`,
  'server/test/database.ts': `import 'pg'; import 'kysely';`,
  'server/test/app.ts': `import '#src/app.ts'; import 'socket.io-client';`,
  'web/package.json': JSON.stringify({
    type: 'module',
    imports: Object.fromEntries(
      ['ui', 'lib', 'i18n', 'trade', 'chat', 'app', 'routes'].map((name) => [
        `#${name}/*`,
        `./src/${name}/*`,
      ]),
    ),
  }),
  'web/src/main.tsx': `import '#app/router.tsx';`,
  'web/src/app/router.tsx': `import '#routes/feed.tsx';`,
  'web/src/routes/feed.tsx': `import '#trade/likes/like-button.tsx'; import '#trade/feed/list.tsx';`,
  'web/src/trade/likes/like-button.tsx': `import './api.ts'; import '#ui/button.tsx';`,
  'web/src/trade/likes/api.ts': `import '#lib/api.ts'; import '@upaj/contract/trade/likes';`,
  'web/src/trade/feed/list.tsx': `import '#i18n/locale.ts';`,
  'web/src/ui/button.tsx': '',
  'web/src/lib/api.ts': '',
  'web/src/i18n/locale.ts': '',
  'web/src/chat/connection/realtime.ts': `import 'socket.io-client';`,
  'e2e/feed.e2e.ts': `import '../server/src/platform/texts.ts'; import '../server/src/app.ts';`,
  'bench/main.ts': `import '../server/src/app.ts'; import 'pg';`,
  'scripts/tool.mjs': '',
};

/** Files that violate exactly one rule when added to the app above. @type {Record<string, Tree[]>} */
const violations = {
  'contract-imports-zod-only': [
    { 'contract/src/a.ts': `import 'pino';` },
    { 'contract/src/b.ts': `import 'node:fs';` },
    { 'contract/src/c.ts': `import '../../server/src/platform/start-error.ts';` },
  ],
  'web-and-server-never-meet': [
    { 'web/src/lib/a.ts': `import '../../../server/src/env.ts';` },
    { 'server/src/platform/http/a.ts': `import type {} from '../../../../web/src/i18n/locale.ts';` },
  ],
  'server-main-is-imported-by-no-one': [{ 'server/test/a.ts': `import '#src/main.ts';` }],
  'server-app-is-imported-from-main-only': [{ 'server/src/trade/likes/a.ts': `import '#src/app.ts';` }],
  'server-app-imports-compose-only': [
    { 'server/src/app.ts': `import '#src/trade/likes/routes.ts'; import '#src/platform/http/server.ts';` },
  ],
  'server-compose-is-imported-from-app-only': [
    { 'server/src/trade/posts/c.ts': `import '#src/trade/compose.ts';` },
  ],
  'server-platform-knows-no-domain': [
    { 'server/src/platform/http/b.ts': `import '#src/trade/likes/service.ts';` },
    { 'server/src/platform/jobs/a.ts': `import '#src/trade/likes/service.ts';` },
    { 'server/src/a.ts': `import '#src/trade/likes/service.ts';` },
  ],
  'server-roots-are-below-everything': [{ 'server/src/b.ts': `import '#src/platform/http/server.ts';` }],
  ...laterDomains('server'),
  'server-domain-imports-published-files-of-others-only': [
    { 'server/src/deals/reviews/a.ts': `import '#src/trade/posts/store.ts';` },
    { 'server/src/chat/messages/a.ts': `import type {} from '../../trade/likes/routes.ts';` },
  ],
  'server-demo-is-imported-from-main-only': [{ 'server/src/trade/posts/b.ts': `import '#demo/fill.ts';` }],
  'server-demo-imports-services-media-and-db': [
    { 'server/demo/a.ts': `import '#src/trade/posts/store.ts';` },
    { 'server/demo/b.ts': `import '#src/platform/http/server.ts';` },
  ],
  'server-ships-no-test-helper': [{ 'server/src/platform/http/c.ts': `import '#test/app.ts';` }],
  'sql-in-stores-only': [
    { 'server/src/trade/likes/c.ts': `import 'kysely';` },
    { 'server/src/trade/likes/d.ts': `import type { Kysely } from 'kysely';` },
    { 'server/src/platform/jobs/b.ts': `import 'pg';` },
    { 'server/demo/c.ts': `import '@electric-sql/pglite';` },
    { 'web/src/lib/b.ts': `import 'kysely';` },
  ],
  'sql-in-tests-as-types-only': [
    { 'server/src/trade/likes/a.test.ts': `import { Kysely } from 'kysely'; new Kysely();` },
    { 'server/test/b.test.ts': `import 'pg';` },
    { 'e2e/c.e2e.ts': `import 'pg';` },
  ],
  'web-main-is-imported-by-no-one': [{ 'web/src/app/a.ts': `import '../main.tsx';` }],
  'web-app-is-imported-from-main-only': [
    { 'web/src/routes/a.tsx': `import '#app/router.tsx';` },
    { 'web/src/lib/c.ts': `import '#app/router.tsx';` },
  ],
  'web-routes-are-imported-from-app-only': [
    { 'web/src/trade/feed/a.tsx': `import '#routes/feed.tsx';` },
    { 'web/src/ui/a.tsx': `import '#routes/feed.tsx';` },
  ],
  ...laterDomains('web'),
  'web-domains-are-imported-from-app-and-routes-only': [
    { 'web/src/ui/b.tsx': `import '#trade/likes/api.ts';` },
    { 'web/src/i18n/a.ts': `import '#trade/likes/api.ts';` },
  ],
  'web-lib-and-i18n-import-no-ui': [
    { 'web/src/lib/h.ts': `import '#ui/button.tsx';` },
    { 'web/src/i18n/b.ts': `import '#ui/button.tsx';` },
  ],
  'socket-server-in-realtime-only': [{ 'server/src/trade/likes/e.ts': `import 'socket.io';` }],
  'socket-client-in-realtime-only': [
    { 'web/src/trade/likes/a.ts': `import 'socket.io-client';` },
    { 'web/src/lib/d.ts': `export const load = () => import('socket.io-client');` },
  ],
  'journeys-import-the-app-as-a-whole': [
    { 'e2e/a.ts': `import '../server/src/trade/likes/store.ts';` },
    { 'e2e/b.ts': `import '../web/src/ui/button.tsx';` },
  ],
  'benchmarks-import-the-app-as-a-whole': [
    { 'bench/a.ts': `import '../server/src/trade/likes/store.ts';` },
    { 'bench/b.ts': `import '../web/src/i18n/locale.ts';` },
  ],
  'apps-import-no-tooling': [{ 'server/src/platform/http/d.ts': `import '../../../../scripts/tool.mjs';` }],
  'no-unknown-place': [
    { 'server/src/helpers/a.ts': `import '@upaj/contract/trade/likes';` },
    { 'web/src/hooks/a.ts': `import '@upaj/contract/trade/likes';` },
  ],
  'no-cycle': [{ 'web/src/lib/e.ts': `import './f.ts';`, 'web/src/lib/f.ts': `import './e.ts';` }],
  'no-barrel': [{ 'web/src/ui/index.ts': `export * from './button.tsx';` }],
  'no-unresolvable': [{ 'web/src/lib/g.ts': `import '#lib/nowhere.ts';` }],
};

const PACKAGES = ['kysely', 'pg', '@electric-sql/pglite', 'socket.io', 'socket.io-client', 'pino', 'zod'];
/** @type {string[]} */
const folders = [];

/** @param {readonly Tree[]} trees @returns {Promise<Map<string, Set<string>>>} the violated rules by file */
async function findViolations(trees) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'upaj-import-rules-')));
  folders.push(folder);
  const packages = PACKAGES.map((name) => {
    const exported = name === 'zod' ? '{ "./mini": "./index.js" }' : '"./index.js"';
    return {
      [`node_modules/${name}/package.json`]: `{ "name": "${name}", "type": "module", "exports": ${exported} }`,
      [`node_modules/${name}/index.js`]: 'export {};',
    };
  });
  for (const tree of [house, ...packages, ...trees]) {
    for (const [file, text] of Object.entries(tree)) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
  }
  mkdirSync(path.join(folder, 'node_modules/@upaj'));
  symlinkSync('../../contract', path.join(folder, 'node_modules/@upaj/contract'));
  const cruiser = inRoot('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const rules = ['--config', inRoot('.dependency-cruiser.mjs'), '--no-cache', '--output-type', 'json'];
  const apps = ['contract', 'server', 'web', 'e2e', 'bench'];
  const output = await run(pinnedNode, [cruiser, ...rules, ...apps], { cwd: folder });
  const found = new Map();
  /** @type {{ from: string; rule: { name: string } }[]} */
  const broken = JSON.parse(output).summary.violations;
  for (const { from, rule } of broken) found.set(from, (found.get(from) ?? new Set()).add(rule.name));
  return found;
}

/** @type {Map<string, Set<string>>} */
let found = new Map();
/** @type {Map<string, Set<string>>} those of files that replace one of the house */
let foundInstead = new Map();

beforeAll(async () => {
  const trees = Object.values(violations).flat();
  const isInstead = (/** @type {Tree} */ tree) => Object.keys(tree).some((file) => file in house);
  [found, foundInstead] = await Promise.all([
    findViolations(trees.filter((tree) => !isInstead(tree))),
    findViolations(trees.filter(isInstead)),
  ]);
});

afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

describe('the import rules', () => {
  it('are each planted here', () => {
    expect(Object.keys(violations).sort()).toEqual(config.forbidden.map((rule) => rule.name).sort());
  });

  it('accept an app without violations', () => {
    expect(Object.keys(house).filter((file) => found.has(file))).toEqual([]);
  });

  const cases = Object.entries(violations).flatMap(([rule, trees]) =>
    trees.map((tree) => ({ rule, tree, file: Object.keys(tree)[0] ?? '' })),
  );
  it.each(cases)('$rule finds $file', ({ rule, file }) => {
    expect([...((file in house ? foundInstead : found).get(file) ?? [])]).toEqual([rule]);
  });
});
