import type { Plugin } from 'vite';

const initial = new Set<string>();

/** Learns what the entry imports, which is loaded for every screen. */
export function initialModules(): Plugin {
  return {
    name: 'initial-modules',
    apply: 'build',
    buildEnd() {
      initial.clear();
      const visit = (id: string) => {
        if (initial.has(id)) return;
        initial.add(id);
        this.getModuleInfo(id)?.importedIds.forEach(visit);
      };
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) visit(id);
    },
  };
}

/** What screens for guests and for members share: too little for a file of its own. */
const shared =
  /src\/ui\/(?:card|chip|field|files|select-field|switch)\.|src\/lib\/(?:field-text|image-compression-error|use-time|use-title)\.|contract\/src\/(?:field-messages|latin-digits|people\/user-types)\.|lucide-react.*\/(?:camera|chevron-down|circle-check|eye|image|image-up|plus|store|tractor|trash|unlink|user-round)\./;
const ofMembers =
  /src\/app\/(?:members-only|shell\/)|src\/routes\/(?:feed|shared\/browsed)|trade\/(?:feed\/(?!active-|filter-|near-|place-)|likes\/|search\/(?:recent-searches|search-box))|contract\/src\/trade\/units\.|trade\/posts\/(?:author-link|compare-price|distance|market-price-line|post-card|post-list|price)\.|chat\/messages\/chat-link|chat\/connection\/unseen|[iI]nfiniteQuery|src\/ui\/(?:paged-list|picture)/;
/** Without schemas and their library, which load when a field is used. */
const ofForms =
  /src\/routes\/(?:login|register)\.|people\/users\/|src\/lib\/form\.|src\/ui\/(?:list|text)-field\.|texts\/en\/(?:auth|register|social)\.|node_modules\/react-hook-form\//;
const ofSchemas =
  /contract\/src\/(?:envelope|fields|people\/(?:credentials|registration)|trade\/amounts)\.|node_modules\/(?:@hookform|zod)\//;
const ofPostForm =
  /src\/routes\/create-post\.|trade\/posts\/form\/(?!check-post|edit-form)|contract\/src\/trade\/tags\./;
/** Guests' screens that are reached from a mail. */
const ofPasswords =
  /src\/routes\/(?:forgot-password|reset-password|verify-email)\.|people\/account\/(?:api|forgot-form|message-page|resend-button|reset-form|verify-email)\./;
const ofMarket = /mandi\/(?:(?:market-page|rates|weather|news|schemes|alerts)\/|commodities|weight-unit)/;
const ofMessages = /chat\/(?:messages|outbox)\/|chat\/connection\/(?:presence|count-unseen)\./;
/** Small parts of the other screens, without what needs `forms`: the larger ones are files of their own. */
const ofOthers =
  /lucide-react|i18n\/place-options|src\/ui\/(?!combobox|list-field|photo-viewer|toaster)|src\/lib\/(?!form\.)|safety\/(?:report|block)\.|trade\/posts\/(?!form)|profile-cache|follow-button/;
const textFamilies: Record<string, RegExp> = {
  trade: /^(?:comments|post-page|profile|record|reviews|safety|share)$/,
  market: /^(?:market|schemes|alerts)$/,
};

/** The sections of one language that the same screens need. */
function textGroup(id: string): string | null {
  const [, language, section = ''] = /contract\/texts\/(\w+)\/([\w-]+)\.json$/.exec(id) ?? [];
  const family = Object.keys(textFamilies).find((name) => textFamilies[name]?.test(section));
  return family ? `texts-${language}-${family}` : null;
}

/**
 * Few files, because each costs a request and larger ones compress better. The first screens need three: libraries,
 * start, and members or forms. What the groups leave over is split by the screens that share it.
 */
export const chunkGroups = [
  // Changes with the libraries' releases only, so that a new version of Upaj does not fetch it again.
  {
    name: 'libraries',
    test: (id: string) =>
      (initial.has(id) && id.includes('node_modules')) || /node_modules\/(?:react-dom|scheduler)\//.test(id),
    priority: 9,
  },
  {
    name: 'start',
    test: (id: string) => (initial.has(id) && !id.includes('node_modules')) || shared.test(id),
    priority: 8,
  },
  { name: 'forms', test: ofForms, priority: 7 },
  { name: 'schemas', test: ofSchemas, priority: 7 },
  { name: 'members', test: ofMembers, priority: 6 },
  { name: textGroup, test: (id: string) => textGroup(id) !== null, priority: 5 },
  { name: 'messages', test: ofMessages, minShareCount: 2, priority: 2 },
  { name: 'market', test: ofMarket, minShareCount: 2, priority: 2 },
  { name: 'places', test: /contract\/src\/places/, priority: 4 },
  { name: 'crops', test: /contract\/src\/crops/, priority: 4 },
  { name: 'others', test: ofOthers, minShareCount: 2, priority: 3 },
  { name: 'post-form', test: ofPostForm, priority: 1 },
  { name: 'passwords', test: ofPasswords, priority: 1 },
];
