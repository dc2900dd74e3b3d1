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
  /src\/ui\/(?:card|field|files|select-field|switch)\.|src\/lib\/(?:field-text|image-compression-error|use-time|use-title)\.|contract\/src\/(?:field-messages|latin-digits)\.|lucide-react.*\/(?:camera|chevron-down|eye|image|image-up|store|tractor|trash|user-round)\./;
const ofMembers =
  /src\/app\/(?:members-only|shell\/)|src\/routes\/(?:feed|crops|shared)|trade\/(?:feed|likes)\/|trade\/posts\/(?:author-link|compare-price|market-price-line|post-card|post-list|price)\.|chat\/messages\/chat-link|chat\/connection\/unseen|[iI]nfiniteQuery|src\/ui\/(?:chip|paged-list|picture)/;
const ofForms =
  /src\/routes\/(?:login|register)\.|people\/users\/|src\/lib\/form\.|src\/ui\/text-field\.|contract\/src\/(?:fields|people\/(?:credentials|registration))\.|texts\/en\/(?:auth|register|social)\.|node_modules\/(?:react-hook-form|@hookform|zod)\//;
const rareIcons =
  /lucide-react.*\/(?:credit-card|external-link|hand-coins|scale|shield-check|check-check|clock|unlink)\./;
const ofMarket =
  /mandi\/(?:(?:market-page|rates|weather|news|schemes)\/|commodities|weight-unit)|\/(?:credit-card|external-link|hand-coins|scale|shield-check)\./;

/**
 * Few files, because each costs a request and larger ones compress better. The first screens need three: libraries,
 * start, and members or forms. What the groups leave over is split by the screens that share it.
 */
export const chunkGroups = [
  // Changes with the libraries' releases only, so that a new version of Upaj does not fetch it again.
  { name: 'libraries', test: (id: string) => initial.has(id) && id.includes('node_modules'), priority: 5 },
  {
    name: 'start',
    test: (id: string) => (initial.has(id) && !id.includes('node_modules')) || shared.test(id),
    priority: 4,
  },
  { name: 'forms', test: ofForms, priority: 3 },
  { name: 'members', test: ofMembers, priority: 2 },
  {
    name: 'ui',
    test: (id: string) =>
      /lucide-react|src\/ui\/(?!combobox|list-field|toaster)/.test(id) && !rareIcons.test(id),
    minShareCount: 3,
    priority: 1,
  },
  { name: 'market', test: ofMarket, minShareCount: 2, priority: 0 },
];
