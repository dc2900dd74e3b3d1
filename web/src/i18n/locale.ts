import { useSyncExternalStore } from 'react';
import { en } from './en.ts';
import type { Catalogue, SectionName, SectionTexts } from './catalogue.ts';
import { sections as english } from './en/sections.ts';

export const locales = ['en', 'hi'] as const;
export type Locale = (typeof locales)[number];

/** Hindi place names by their English name; empty in English and until they have come. */
type PlaceNames = Readonly<Record<string, string>>;

interface State {
  locale: Locale;
  catalogue: Catalogue;
  placeNames: PlaceNames;
}

let state: State = { locale: 'en', catalogue: en, placeNames: {} };
const listeners = new Set<() => void>();

function change(next: State): void {
  state = next;
  document.documentElement.lang = next.locale;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Texts of single screens come with them: `loadTexts` before a screen is shown, `useTexts` in it.
const sections = {
  en: async () => english,
  hi: async () => (await import('./hi.ts')).sections,
};
const loaded = new Map<string, unknown>();
const wanted = new Set<SectionName>();

/** Fetches the texts of a screen in the language shown; rejects when they cannot be had. */
export async function loadTexts<Name extends SectionName>(
  name: Name,
  locale: Locale = state.locale,
): Promise<SectionTexts<Name>> {
  wanted.add(name);
  const key = `${locale}/${name}`;
  if (!loaded.has(key)) loaded.set(key, await (await sections[locale]())[name]());
  return loaded.get(key) as SectionTexts<Name>;
}

/** The texts of a screen that was routed to with `loadTexts`. */
export function useTexts<Name extends SectionName>(name: Name): SectionTexts<Name> {
  const texts = loaded.get(`${useLocale()}/${name}`);
  if (!texts) throw new Error(`The texts of "${name}" are not loaded`);
  return texts as SectionTexts<Name>;
}

/** Shows the app in another language; resolves once its texts are there, rejects when they cannot be fetched. */
export async function setLocale(locale: Locale): Promise<void> {
  await show(locale);
  try {
    localStorage.setItem('upaj-locale', locale);
  } catch {
    // Without storage the choice lasts until the tab is closed.
  }
}

async function show(locale: Locale): Promise<void> {
  await Promise.all([...wanted].map((name) => loadTexts(name, locale)));
  if (locale === 'en') return change({ locale, catalogue: en, placeNames: {} });
  const { hi } = await import('./hi.ts');
  change({ locale, catalogue: hi, placeNames: {} });
  // The nine hundred place names are worth waiting for nowhere: they slip in when they come.
  void import('./places.hi.ts').then(
    ({ placesHi }) => {
      if (state.locale === locale) change({ ...state, placeNames: placesHi });
    },
    () => undefined,
  );
}

/** Takes the language that public/theme.js has chosen before the first paint; English where it cannot be had. */
export async function startLocale(): Promise<void> {
  if (document.documentElement.lang === 'hi') await show('hi').catch(() => change(state));
}

/** The reader's texts: `const t = useT(); t.common.retry`. */
export function useT(): Catalogue {
  return useSyncExternalStore(subscribe, getCatalogue, getCatalogue);
}

export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, getLocale, getLocale);
}

/** Translates the English name of a state or district, which is what is stored and sent. */
export function usePlaceName(): (english: string) => string {
  const names = useSyncExternalStore(subscribe, getPlaceNames, getPlaceNames);
  return (english) => names[english] ?? english;
}

/** For code outside of components; inside, `useT` follows a change of language. */
export function getCatalogue(): Catalogue {
  return state.catalogue;
}

export function getLocale(): Locale {
  return state.locale;
}

function getPlaceNames(): PlaceNames {
  return state.placeNames;
}
