import { setupI18n, type Messages } from '@lingui/core';
import { langOfText } from '@upaj/contract/lang-of-text';
import {
  isLanguage,
  literalValues,
  type GroupKey,
  type Language,
  type Section,
  type TextGroup,
  type Translate,
} from '@upaj/contract/texts';
import { useSyncExternalStore } from 'react';
import * as english from 'virtual:texts/en';
import others from 'virtual:texts/others';

export type Locale = Language;
type PlaceNames = Readonly<Record<string, string>>;

/** By their English name: empty in English, and until loaded. */
let state: { locale: Locale; placeNames: PlaceNames } = { locale: 'en', placeNames: {} };
const i18n = setupI18n();
const loaded = new Map<string, Messages>();
const cropNames = new Map<Locale, typeof english.cropNames>();
const dateNames = new Map<Locale, typeof english.dateNames>();
const wanted = new Set<Section>();
const listeners = new Set<() => void>();

/** What is loaded for every screen. */
const core = Object.keys(english.core);
for (const section of core) take('en', section, english.core[section]);
i18n.activate('en', intlTag('en'));

function take(locale: Locale, section: string, messages: Messages = {}): void {
  loaded.set(`${locale}/${section}`, messages);
  const entries = Object.entries(messages).map(([key, message]) => [`${section}.${key}`, [message].flat()]);
  i18n.load(locale, Object.fromEntries(entries) as Messages);
}

export async function textsOf(locale: Locale): Promise<typeof english> {
  return (await others[locale]?.()) ?? english;
}

async function loadPlaceNames(locale: Locale): Promise<PlaceNames | undefined> {
  const { places } = await textsOf(locale);
  return (await places?.())?.default;
}

async function load(section: string, locale: Locale): Promise<void> {
  if (loaded.has(`${locale}/${section}`)) return;
  const texts = await textsOf(locale);
  cropNames.set(locale, texts.cropNames);
  dateNames.set(locale, texts.dateNames);
  take(locale, section, texts.core[section] ?? (await texts.sections[section]?.())?.default);
}

/** In the current language; rejects when they cannot be fetched. */
export async function loadTexts<S extends Section>(section: S): Promise<Translate<S>> {
  wanted.add(section);
  // The language may change meanwhile.
  while (!loaded.has(`${state.locale}/${section}`)) await load(section, state.locale);
  return getT(section);
}

/** Outside of components: `useT` follows a change of language. */
export function getT<S extends Section>(section: S): Translate<S> {
  const format = (key: string, values?: object) => i18n._(`${section}.${key}`, literalValues(values));
  return format as Translate<S>;
}

/** `const t = useT('shell'); t('menu')`. A screen's route loads its sections. */
export function useT<S extends Section>(section: S): Translate<S> {
  useLocale();
  return getT(section);
}

/** In the catalogue's order: `textGroup('names', 'sorts')` → `{ latest: 'Latest', … }`. */
export function textGroup<S extends Section, Group extends TextGroup<S>>(
  section: S,
  group: Group,
): Readonly<Record<GroupKey<S, Group>, string>> {
  const start = `${group}.`;
  const keys = Object.keys(loaded.get(`${state.locale}/${section}`) ?? {}).filter((key) =>
    key.startsWith(start),
  );
  const texts = keys.map((key) => [key.slice(start.length), i18n._(`${section}.${key}`)]);
  return Object.fromEntries(texts) as Record<GroupKey<S, Group>, string>;
}

/** The key comes from outside; undefined if there is none. */
export function findText(section: Section, key: string, values?: object): string | undefined {
  const messages = loaded.get(`${state.locale}/${section}`) ?? {};
  return Object.hasOwn(messages, key) ? i18n._(`${section}.${key}`, literalValues(values)) : undefined;
}

function change(next: typeof state): void {
  state = next;
  i18n.activate(next.locale, intlTag(next.locale));
  document.documentElement.lang = next.locale;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const stored = 'upaj-locale';
/** The choice that an account already has, or had: it is not another user's. */
const saved = 'upaj-locale-saved';

/**
 * Resolves once the texts are loaded, to false when another language was chosen meanwhile. Rejects when they cannot be
 * fetched.
 */
export async function setLocale(locale: Locale): Promise<boolean> {
  const isShown = await show(locale);
  if (isShown) rememberChoice(locale);
  return isShown;
}

/** Undefined when no one has chosen in this browser. */
export const readChoice = () => readLocale(stored);
export const rememberChoice = (locale: Locale) => rememberLocale(stored, locale);
export const readSavedChoice = () => readLocale(saved);
export const rememberSavedChoice = (locale: Locale) => rememberLocale(saved, locale);

/** A choice that could not be saved during a session is not the next user's. */
export function disownChoice(): void {
  const choice = readChoice();
  if (choice) rememberSavedChoice(choice);
}

/** A browser in English is no choice: phones are sold that way. */
export function findChoice(): Locale | undefined {
  const shown = getLocale();
  return readChoice() ?? (shown === 'en' ? undefined : shown);
}

function readLocale(key: string): Locale | undefined {
  try {
    const locale = localStorage.getItem(key) ?? '';
    return isLanguage(locale) ? locale : undefined;
  } catch {
    return undefined;
  }
}

function rememberLocale(key: string, locale: Locale): void {
  try {
    localStorage.setItem(key, locale);
  } catch {
    // Without storage the choice lasts until the tab is closed.
  }
}

/** The newest language that was asked for, while its texts are loading. */
let request: symbol | undefined;
export const isLocaleLoading = () => request !== undefined;

async function show(locale: Locale): Promise<boolean> {
  const own = Symbol(locale);
  request = own;
  const missing = () => [...core, ...wanted].filter((section) => !loaded.has(`${locale}/${section}`));
  try {
    // A screen that is opened meanwhile adds sections.
    while (missing().length > 0) await Promise.all(missing().map((section) => load(section, locale)));
    if (request !== own) return false;
  } catch (error) {
    if (request !== own) return false;
    throw error;
  } finally {
    if (request === own) request = undefined;
  }
  change({ locale, placeNames: {} });
  // Nine hundred place names appear once they are loaded.
  void loadPlaceNames(locale).then(
    (placeNames) => {
      if (placeNames && state.locale === locale) change({ locale, placeNames });
    },
    () => undefined,
  );
  return true;
}

/** Chosen by public/theme.js before the first paint; English where it cannot be fetched. */
export async function startLocale(): Promise<void> {
  const { lang } = document.documentElement;
  if (lang !== 'en' && isLanguage(lang)) await show(lang).catch(() => change(state));
}

export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, getLocale, getLocale);
}

export function getLocale(): Locale {
  return state.locale;
}

/** For the attribute `lang` of a text that a user wrote. */
export function langOf(text: string): Locale | undefined {
  return langOfText(text, state.locale);
}

/** Digits are Latin in every language, as in mandi rates and phones. */
export function intlTag(locale: Locale): string {
  return `${locale}-IN-u-nu-latn`;
}

/** By crop id: see `nameOfCrop`. */
export function cropNamesIn(locale: Locale): Readonly<Record<string, string>> {
  return cropNames.get(locale) ?? {};
}

/** Months and weekdays by the first three letters of English, for languages that the browser's Intl lacks. */
export function dateNamesIn(locale: Locale): typeof english.dateNames | undefined {
  return dateNames.get(locale);
}

/** The English name is what is stored and sent. */
export function usePlaceName(): (english: string) => string {
  const names = useSyncExternalStore(subscribe, getPlaceNames, getPlaceNames);
  return (english) => names[english] ?? english;
}

function getPlaceNames(): PlaceNames {
  return state.placeNames;
}
