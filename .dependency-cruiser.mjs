// Who may import what; docs/architecture.md has the photo. scripts/import-rules.test.mjs plants a violation of each rule.

/** Each may import from those before it. */
export const domains = ['notify', 'people', 'mandi', 'trade', 'chat', 'deals', 'moderation'];

/** Folders of the domain trade. */
export const tradeFolders = [
  'lists',
  'search',
  'feed',
  'crop-keys',
  'photo-hashes',
  'posts',
  'likes',
  'saves',
  'comments',
  'share',
  'takedown',
  'saved-searches',
  'wanted',
  'notifications',
];
const DOMAINS = domains.join('|');
const SHARED = 'ui|lib|i18n';
const TESTS = '\\.(test|e2e)\\.tsx?$|^server/test/|^web/test/';
/** Tests that examine PostgreSQL itself, move times of any table, or fill tables by the ten thousand in one statement. */
const TESTS_WITH_SQL = [
  '^server/test/(outage|feed-plans|clock-set-back)\\.test\\.ts$',
  '^server/src/moderation/(cases/queue-plan|flags/plans)\\.test\\.ts$',
  '^server/src/notify/deliveries/backlog\\.test\\.ts$',
];
const DATABASE_PACKAGES = 'node_modules/(kysely|pg|@types/pg|@electric-sql/pglite)/';

/** @param {string} name @param {string} parent @param {string[]} folders in their order @param {string[]} exceptions */
const inOrder = (name, parent, folders, exceptions = []) =>
  folders.slice(0, -1).map((folder, index) => ({
    name: `${name}-${folder}-imports-none-after-it`,
    comment: `The order is ${folders.join(', ')}. Turn the need around: an event, or a parameter of compose.`,
    from: {
      path: `^${parent}/${folder}/`,
      pathNot: [TESTS, ...exceptions.filter((file) => file.startsWith(`^${parent}/${folder}/`))],
    },
    to: { path: `^${parent}/(${folders.slice(index + 1).join('|')})/` },
  }));

const rules = [
  {
    name: 'contract-imports-zod-only',
    comment: 'The contract is spoken by both sides, so it may depend on neither, nor on anything but zod.',
    from: { path: '^contract/', pathNot: TESTS },
    to: { pathNot: '^contract/|node_modules/zod/' },
  },
  ...inOrder('contract', 'contract/src', domains, [
    // A message and a page of a conversation have fields of deals: contract/src/deals/chat-parts.ts.
    '^contract/src/chat/messages\\.ts$',
  ]),
  {
    name: 'contract-notify-knows-no-kind',
    comment:
      'The kinds of notifications are declared by their domains, in contract/src/<domain>/notifications.ts.',
    from: { path: '^contract/src/notify/', pathNot: TESTS },
    to: { path: '^contract/src/notifications\\.ts$' },
  },
  {
    name: 'web-and-server-never-meet',
    comment: 'They speak through the contract.',
    from: { path: '^(web|server)/' },
    to: { path: '^(web|server)/', pathNot: '^$1/' },
  },

  {
    name: 'server-main-is-imported-by-no-one',
    comment: 'main.mjs and start.ts start the process; what others need of them belongs below app.ts.',
    from: { pathNot: '^server/src/main\\.mjs$' },
    to: { path: '^server/src/(main\\.mjs|start\\.ts)$' },
  },
  {
    name: 'server-app-is-imported-from-start-only',
    comment: 'start, commands → app → domains: app.ts composes, and nothing below knows the composition.',
    from: {
      path: '^server/(src|demo)/',
      pathNot: ['^server/src/(start|command)\\.ts$', TESTS],
    },
    to: { path: '^server/src/app\\.ts$' },
  },
  {
    name: 'server-app-imports-compose-only',
    comment:
      'app → compose.ts of each domain and of the platform, and what domains publish for notifications and for messages.',
    from: { path: '^server/src/app\\.ts$' },
    to: {
      path: `^server/src/(platform|${DOMAINS})/`,
      pathNot: [
        `^server/src/(platform|${DOMAINS})/compose\\.ts$`,
        '^server/src/[^/]+/(access|notifications)\\.ts$',
        '^server/src/deals/chat-parts/rows\\.ts$',
        '^server/src/platform/jobs/job\\.ts$',
      ],
    },
  },
  {
    name: 'server-compose-is-imported-from-app-only',
    comment: 'A domain gets what it needs from app.ts; of the platform it may know the type.',
    from: { path: '^server/', pathNot: ['^server/src/app\\.ts$', TESTS] },
    to: { path: `^server/src/(${DOMAINS})/compose\\.ts$` },
  },
  {
    name: 'server-platform-knows-no-domain',
    comment: 'domains → platform, not the other way round.',
    from: { path: '^server/src/(?:platform/|[^/]+\\.ts$)', pathNot: ['^server/src/app\\.ts$', TESTS] },
    to: { path: `^server/src/(${DOMAINS})/` },
  },
  {
    name: 'server-roots-are-below-everything',
    comment: 'env.ts is read by everyone, so it imports nothing of the server but platform/*.ts.',
    from: {
      path: '^server/src/[^/]+\\.ts$',
      pathNot: ['^server/src/(app|start|command|(admin|migrate|rates)-command)\\.ts$', TESTS],
    },
    to: {
      path: '^server/',
      pathNot: ['^server/src/[^/]+\\.ts$', '^server/src/platform/[^/]+\\.ts$', `^server/src/(${DOMAINS})/`],
    },
  },
  ...inOrder('server', 'server/src', domains),
  ...inOrder('server-trade', 'server/src/trade', tradeFolders),
  {
    name: 'server-domain-imports-published-files-of-others-only',
    comment:
      "Another domain's routes and stores are its own. Its personal-data.ts is for moderation; its events.ts, and the notifications.ts of notify, are for those after it.",
    from: { path: `^server/src/(${DOMAINS})/`, pathNot: TESTS },
    to: {
      path: `^server/src/(${DOMAINS})/`,
      pathNot: [
        '^server/src/$1/',
        '/(service|access|rows|personal-data|events)\\.ts$',
        '^server/src/notify/notifications\\.ts$',
      ],
    },
  },
  {
    name: 'server-demo-is-imported-from-start-only',
    comment: 'start → demo: the app must not know that its data is invented.',
    from: { path: '^(server|web|contract)/', pathNot: ['^server/demo/', '^server/src/start\\.ts$', TESTS] },
    to: { path: '^server/demo/' },
  },
  {
    name: 'server-demo-imports-services-media-and-db',
    comment: 'demo → services, media, db: it makes what a person could make, by the same way.',
    from: { path: '^server/demo/', pathNot: TESTS },
    to: {
      path: '^server/',
      pathNot: [
        '^server/demo/',
        `^server/src/(${DOMAINS})/[^/]+/service\\.ts$`,
        '^server/src/platform/([^/]+\\.ts$|(db|media)/)',
        '^server/src/[^/]+\\.ts$',
      ],
    },
  },
  {
    name: 'server-ships-no-test-helper',
    comment: 'server/test is for tests.',
    from: { path: '^server/', pathNot: TESTS },
    to: { path: `^server/test/|${TESTS}` },
  },
  {
    name: 'stores-import-no-service',
    comment:
      'routes → service → store: a store returns what it found, and its service decides. Types are free.',
    from: { path: '^server/src/.+/(store|rows|access)\\.ts$' },
    to: { path: '/(service|routes|compose)\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'stores-refuse-nothing',
    comment: 'A service refuses, with an AppError.',
    from: { path: `^server/src/(${DOMAINS})/.+/(store|rows)\\.ts$` },
    to: { path: '^server/src/platform/http/errors\\.ts$' },
  },
  {
    name: 'services-import-no-routes',
    comment: 'routes → service → store.',
    from: { path: '/service\\.ts$' },
    to: { path: '/(routes|compose)\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'sql-in-stores-only',
    comment:
      'SQL is in store.ts, rows.ts, access.ts, notifications.ts and platform/db/ only. Tests may name Kysely types.',
    from: {
      path: '^(server|web|contract|e2e)/',
      pathNot: [
        '^server/src/platform/db/',
        '/(store|rows|access)\\.ts$',
        '^server/src/[^/]+/notifications\\.ts$',
        TESTS,
      ],
    },
    to: { path: DATABASE_PACKAGES },
  },
  {
    name: 'sql-in-tests-as-types-only',
    comment:
      'A test gets its database from server/test/; of Kysely it may name the types. TESTS_WITH_SQL may write it.',
    from: {
      path: TESTS,
      pathNot: ['^server/src/platform/db/', '^server/test/(?!.*\\.test\\.ts$)', ...TESTS_WITH_SQL],
    },
    to: { path: DATABASE_PACKAGES, dependencyTypesNot: ['type-only'] },
  },

  {
    name: 'web-main-is-imported-by-no-one',
    comment: 'main.tsx starts the app.',
    from: {},
    to: { path: '^web/src/main\\.tsx$' },
  },
  {
    name: 'web-app-is-imported-from-main-only',
    comment: 'main → app: providers and router know the screens, no screen knows them.',
    from: { path: '^web/src/', pathNot: ['^web/src/(app/|main\\.tsx$)', TESTS] },
    to: { path: '^web/src/app/' },
  },
  {
    name: 'web-routes-are-imported-from-app-only',
    comment: 'app → routes → domains: a feature does not know which screen shows it.',
    from: { path: '^web/src/', pathNot: '^web/src/(app|routes)/' },
    to: { path: '^web/src/routes/' },
  },
  ...inOrder('web', 'web/src', domains),
  {
    name: 'web-domains-are-imported-from-app-and-routes-only',
    comment: 'app → routes → domains → ui|lib|i18n, not the other way round; main.tsx knows app alone.',
    from: { path: `^web/src/((${SHARED})/|main\\.tsx$)` },
    to: { path: `^web/src/(${DOMAINS})/` },
  },

  {
    name: 'web-lib-and-i18n-import-no-ui',
    comment: 'ui → lib, i18n, not in a circle.',
    from: { path: '^web/src/(lib|i18n)/' },
    to: { path: '^web/src/ui/' },
  },

  {
    name: 'socket-server-in-realtime-only',
    comment: 'Sockets are in server/src/platform/realtime/ only.',
    // The limit that the benchmark compares the chat with is a bare socket server.
    from: { pathNot: ['^server/src/platform/realtime/', '^server/test/', '^bench/limits\\.ts$'] },
    to: { path: 'node_modules/socket\\.io/|node_modules/@socket\\.io/' },
  },
  {
    name: 'socket-client-in-connection-only',
    comment: 'Sockets are in web/src/lib/live/connection.ts only; tests and benchmarks act as browsers.',
    from: { path: '^(contract|server|web)/', pathNot: ['^web/src/lib/live/connection\\.ts$', TESTS] },
    to: { path: 'node_modules/socket\\.io-client/' },
  },

  {
    name: 'server-loads-packages-of-deploy-only-when-asked',
    comment:
      'npm start does not install these libraries, and they take time and memory: load the file with import().',
    from: {
      path: '^server/src/',
      pathNot: [
        '^server/src/platform/(observability/(metrics-server|traces)|media/s3-place|realtime/socket-adapter)\\.ts$',
        TESTS,
      ],
    },
    to: {
      path: '^server/src/platform/(observability/(metrics-server|traces)|media/s3-place|realtime/socket-adapter)\\.ts$|node_modules/(prom-client|@opentelemetry|@aws-sdk|ioredis|@socket\\.io/redis-streams-adapter)/',
      dynamic: false,
      dependencyTypesNot: ['type-only'],
    },
  },

  {
    name: 'journeys-import-the-app-as-a-whole',
    comment: 'e2e starts the app and reads its texts; it does not reach into it.',
    from: { path: '^e2e/' },
    to: {
      path: '^(server|web|bench)/',
      pathNot: [
        '^server/src/(app|env|platform/texts)\\.ts$',
        '^server/src/platform/db/',
        '^server/(demo|test)/',
      ],
    },
  },
  {
    name: 'benchmarks-import-the-app-as-a-whole',
    comment: 'bench measures the app from the outside, but writes of posts without their photos.',
    from: { path: '^bench/', pathNot: '^bench/posts-store[.]ts$' },
    to: {
      path: '^(server|web|e2e)/',
      pathNot: ['^server/src/(app|env)\\.ts$', '^server/src/platform/db/', '^server/(demo|test)/'],
    },
  },
  {
    name: 'apps-import-no-tooling',
    comment:
      'e2e, bench and scripts are outside the app. Only the fault tests start databases, as scripts do.',
    from: { path: '^(contract|server|web)/', pathNot: '^server/test/faults/' },
    to: { path: '^(e2e|bench|scripts)/' },
  },

  {
    name: 'no-unknown-place',
    comment: 'A new folder needs a place in these rules first.',
    from: {
      path: '^(server|web|contract)/',
      pathNot: [
        `^contract/src/((${DOMAINS})/)?[^/]+$`,
        `^server/src/(main\\.mjs$|[^/]+\\.ts$|(platform|${DOMAINS})/)`,
        '^server/(demo|test)/',
        `^web/src/(main\\.tsx$|(app|routes|${DOMAINS}|${SHARED})/)`,
        '^web/(test|build)/|^web/vite\\.config\\.ts$',
      ],
    },
    to: {},
  },
  {
    name: 'no-cycle',
    comment: 'Two files that need each other are one file, or want a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-barrel',
    comment: 'Import from the file that has it: an index hides who needs what, and loads more than that.',
    from: { path: '(^|/)index\\.(ts|tsx|js|mjs)$' },
    to: {},
  },
  {
    name: 'no-unresolvable',
    comment: 'An import that is not found cannot be judged by any other rule.',
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
];

export default {
  forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    // The project's own build only: many packages have their entry in a dist folder.
    exclude: { path: '^web/dist/' },
    // Imports of types bind a file to another as well.
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
    cache: { folder: '.cache/dependency-cruiser', strategy: 'content' },
  },
};
