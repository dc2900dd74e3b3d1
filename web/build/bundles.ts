import { existsSync } from 'node:fs';
import path from 'node:path';
import { languages } from '@upaj/contract/texts';
import type { Plugin } from 'vite';

const root = path.join(import.meta.dirname, '../..');

const guests = ['web/src/routes/guests'];
const members = ['web/src/routes', 'web/src/app/shell'];
const consoleOnly = ['web/src/routes/moderation', 'web/src/moderation/console'];
const forAdministrators = 'web/src/routes/operations.tsx';

/** Modules that the entry imports, so every screen loads them. */
const ofEntry = new Set<string>();
/** Modules that guests' screens and members' screens both import. */
const ofAllScreens = new Set<string>();
/** Modules that the moderators' console imports, and that screens or lazy parts for members load too. */
const ofConsoleAndMembers = new Set<string>();

interface Bundle {
  name: string;
  /** Each entry is a file, a `folder` with everything below it, or `folder/*` for the files in the folder itself. */
  folders: readonly string[];
  /** The bundle has only those of the folders' modules that are in this set. */
  only?: ReadonlySet<string>;
  /** The bundle also has the modules of this set, wherever they are. */
  also?: ReadonlySet<string>;
  /**
   * How many screens or lazy parts must need a module, at least, or else it is not in the bundle: with 2, a module with
   * one user stays with its user.
   */
  minShareCount?: number;
}

/**
 * A module belongs to the first bundle that matches it. A bundle also takes what its modules import and no bundle
 * before it has taken. Vite splits everything else: each screen is a file of its own.
 *
 * There are few files, because each costs a request and larger ones compress better. The first screens need three:
 * libraries, start, and guests or home.
 */
export const bundles: readonly Bundle[] = [
  // This bundle changes only with the libraries' releases, so that a new version of Upaj does not fetch it again.
  { name: 'libraries', folders: ['node_modules'], only: ofEntry },
  // A part that guests and members both see must be in one of these folders: elsewhere, one of them would load the
  // other's bundle.
  {
    name: 'start',
    folders: ['web/src/ui/*', 'web/src/lib/*', 'contract/src', 'node_modules/lucide-react'],
    only: ofAllScreens,
    also: ofEntry,
  },
  // The screens in folders of their own are files of their own, so that log-in does not load them.
  { name: 'guests', folders: ['web/src/routes/guests/*'] },
  { name: 'home', folders: ['web/src/routes/home', 'web/src/app/shell'] },
  // The names of crops and places are a bundle of their own, so that they load only when needed, and not with each form
  // that uses them.
  { name: 'names', folders: ['contract/src/crops.ts', 'contract/src/places.ts', 'web/src/mandi/crops'] },
  { name: 'schemas', folders: ['node_modules/zod', 'node_modules/@hookform'], minShareCount: 2 },
  // This bundle has small parts of the other screens: the larger ones are files of their own.
  {
    name: 'others',
    folders: [
      'node_modules/lucide-react',
      'web/src/ui/*',
      'web/src/ui/photos',
      'web/src/ui/listen/lazy-listen.tsx',
      'web/src/ui/microphone/lazy-microphone.tsx',
      'web/src/lib',
      'contract/src/trade/units.ts',
      'web/src/i18n/amount.ts',
      'web/src/i18n/crop-names.ts',
      'web/src/i18n/further-crops.ts',
      'web/src/i18n/place-options.ts',
      'web/src/i18n/variety-names.ts',
      'web/src/deals/*',
      'web/src/mandi/*',
      'web/src/moderation/*',
      'web/src/trade/*',
      'web/src/mandi/rates/crop-picture.tsx',
      'web/src/trade/posts/*',
      'web/src/trade/translate/use-translated.tsx',
    ],
    minShareCount: 2,
  },
  {
    name: 'lists',
    folders: [
      'web/src/trade/saved-searches',
      'web/src/trade/wanted/list-tabs.tsx',
      'web/src/routes/shared/nothing-found.tsx',
    ],
    minShareCount: 2,
  },
  // The screens of a post, of its seller's profile and of the own profile share this bundle.
  {
    name: 'people',
    folders: [
      'web/src/deals/offers/make-offer.tsx',
      'web/src/deals/reviews',
      'web/src/moderation/safety',
      'web/src/people/profiles',
      'web/src/routes/shared/saved-posts.tsx',
      'web/src/trade/share',
    ],
    minShareCount: 2,
  },
  { name: 'market', folders: ['web/src/mandi'], minShareCount: 2 },
  { name: 'chats', folders: ['web/src/chat'], minShareCount: 2 },
  {
    name: 'deals',
    folders: ['offer-card.tsx', 'sell-out.tsx', 'send-offer.ts'].map(
      (file) => `web/src/deals/offers/${file}`,
    ),
    minShareCount: 2,
  },
  { name: 'post-form', folders: ['web/src/trade/posts/form'], minShareCount: 2 },
  // This bundle comes before the console, or members would load the console with it.
  { name: 'shared', folders: ['contract/src', 'web/src/people/account/*'], only: ofConsoleAndMembers },
  ...Object.keys(languages).flatMap(textBundles),
  // Only moderators load these screens. The bundle is last, because otherwise it would take modules that other screens
  // share.
  { name: 'console', folders: consoleOnly },
];

/** Bundles the sections of texts that one screen shows together. */
function textBundles(language: string): Bundle[] {
  const fileOf = (section: string) => `contract/texts/${language}/${section}.json`;
  return [
    { name: `${language}-post`, folders: ['comments', 'post-page', 'safety', 'share'].map(fileOf) },
    { name: `${language}-profile`, folders: ['profile', 'reviews', 'saved'].map(fileOf) },
    { name: `${language}-market`, folders: ['alerts', 'market', 'schemes'].map(fileOf) },
    { name: `${language}-deals`, folders: ['deals', 'offers'].map(fileOf) },
  ];
}

/** The bundles in the form that Rolldown takes. */
export const chunkGroups = bundles.map(({ name, folders, only, also, minShareCount = 1 }, index) => ({
  name,
  test: (id: string) => also?.has(id) === true || ((!only || only.has(id)) && isIn(folders, id)),
  priority: bundles.length - index,
  minShareCount,
}));

/** Returns the bundle that has this screen's whole folder, or undefined for a screen that is a file of its own. */
export function bundleOf(module: string): string | undefined {
  const id = path.join(root, module);
  return bundles.find(({ folders, only, minShareCount }) => !only && !minShareCount && isIn(folders, id))
    ?.name;
}

function isIn(folders: readonly string[], id: string): boolean {
  const file = path.relative(root, id);
  return folders.some((folder) =>
    folder.endsWith('/*')
      ? path.dirname(file) === folder.slice(0, -2)
      : file === folder || file.startsWith(`${folder}/`),
  );
}

/** Fills the sets of modules above from the imports that the build finds. */
export function moduleGraph(): Plugin {
  return {
    name: 'module-graph',
    apply: 'build',
    buildStart() {
      const named = bundles.flatMap(({ folders }) => folders.map((folder) => folder.replace(/\/\*$/, '')));
      const missing = named.filter((folder) => !existsSync(path.join(root, folder)));
      // The build fails, because a renamed file must not silently change what a screen loads.
      if (missing.length > 0)
        throw new Error(`web/build/bundles.ts names what is not there: ${missing.join(', ')}`);
    },
    buildEnd() {
      const reach = (isStart: (id: string) => boolean, isSkipped?: (id: string) => boolean) => {
        const found = new Set<string>();
        const visit = (id: string) => {
          if (found.has(id) || isSkipped?.(id)) return;
          found.add(id);
          const info = this.getModuleInfo(id);
          info?.importedIds.forEach(visit);
          // The walk from the entry follows lazy imports, because the entry loads all screens lazily.
          if (isSkipped) info?.dynamicallyImportedIds.forEach(visit);
        };
        [...this.getModuleIds()].filter(isStart).forEach(visit);
        return found;
      };
      const isEntry = (id: string) => this.getModuleInfo(id)?.isEntry === true;
      // main.tsx loads React DOM separately, in a task of its own.
      const isMain = (id: string) => isEntry(id) || isIn(['node_modules/react-dom'], id);
      const isForStaff = (id: string) => isIn(consoleOnly, id) || id === path.join(root, forAdministrators);
      const ofMembers = reach((id) => isIn(members, id) && !isIn(guests, id));
      const ofConsole = reach(isForStaff);
      for (const id of reach(isMain)) ofEntry.add(id);
      for (const id of reach((id) => isIn(guests, id))) if (ofMembers.has(id)) ofAllScreens.add(id);
      for (const id of reach(isEntry, isForStaff)) if (ofConsole.has(id)) ofConsoleAndMembers.add(id);
    },
  };
}
