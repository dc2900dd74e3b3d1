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
import { deviceTexts } from '#lib/storage.ts';
import * as english from 'virtual:texts/en';
import others from 'virtual:texts/others';

export type Locale = Language;
type PlaceNames = Readonly<Record<string, string>>;

/** `placeNames` has the English names as keys. It is empty in English, and until the names are loaded. */
let state: { locale: Locale; placeNames: PlaceNames } = { locale: 'en', placeNames: {} };
const i18n = setupI18n();
const loaded = new Map<string, Messages>();
const cropNames = new Map<Locale, typeof english.cropNames>();
const dateNames = new Map<Locale, typeof english.dateNames>();
const wanted = new Set<Section>();
const listeners = new Set<() => void>();

/** These sections are loaded for every screen. */
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

/** Loads a section in the current language. Rejects when it cannot be fetched. */
export async function loadTexts<S extends Section>(section: S): Promise<Translate<S>> {
  wanted.add(section);
  // The language may change while the section loads.
  while (!loaded.has(`${state.locale}/${section}`)) await load(section, state.locale);
  return getT(section);
}

/** Use this outside of components only: unlike `useT`, it does not follow a change of language. */
export function getT<S extends Section>(section: S): Translate<S> {
  const format = (key: string, values?: object) => i18n._(`${section}.${key}`, literalValues(values));
  return format as Translate<S>;
}

/** Use it as `const t = useT('shell'); t('menu')`. The screen's route must load the section. */
export function useT<S extends Section>(section: S): Translate<S> {
  useLocale();
  return getT(section);
}

/** Returns a group of texts in the catalogue's order, such as `{ latest: 'Latest', … }` for 'names' and 'sorts'. */
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

/** Looks up a key that comes from outside, such as from the server. Returns undefined when there is no such text. */
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
/** This key stores the choice that an account already has, or had. Such a choice must not be saved for another user. */
const saved = 'upaj-locale-saved';

/**
 * Resolves once the texts are loaded, to false when another language was chosen meanwhile. Rejects when they cannot
 * be fetched.
 */
export async function setLocale(locale: Locale): Promise<boolean> {
  const isShown = await show(locale);
  if (isShown) rememberChoice(locale);
  return isShown;
}

/** Returns undefined when no one has chosen a language in this browser. */
export const readChoice = () => readLocale(stored);
export const rememberChoice = (locale: Locale) => deviceTexts.write(stored, locale);
export const readSavedChoice = () => readLocale(saved);
export const rememberSavedChoice = (locale: Locale) => deviceTexts.write(saved, locale);

/** Marks the choice as saved when a session ends, so that it is not saved for the next user of this browser. */
export function disownChoice(): void {
  const choice = readChoice();
  if (choice) rememberSavedChoice(choice);
}

/**
 * Returns the language that the user chose or that the browser prefers. English in the browser's settings does not
 * count, because most phones are sold with it.
 */
export function findChoice(): Locale | undefined {
  const shown = getLocale();
  return readChoice() ?? (shown === 'en' ? undefined : shown);
}

function readLocale(key: string): Locale | undefined {
  const locale = deviceTexts.read(key) ?? '';
  return isLanguage(locale) ? locale : undefined;
}

/** Identifies the latest change of language while its texts are loading. */
let request: symbol | undefined;
export const isLocaleLoading = () => request !== undefined;

async function show(locale: Locale): Promise<boolean> {
  const own = Symbol(locale);
  request = own;
  const missing = () => [...core, ...wanted].filter((section) => !loaded.has(`${locale}/${section}`));
  try {
    // A screen that opens while texts load may add sections.
    while (missing().length > 0) await Promise.all(missing().map((section) => load(section, locale)));
    if (request !== own) return false;
  } catch (error) {
    if (request !== own) return false;
    throw error;
  } finally {
    if (request === own) request = undefined;
  }
  change({ locale, placeNames: {} });
  // The names of places appear once they are loaded: the change of language does not wait for 900 names.
  void loadPlaceNames(locale).then(
    (placeNames) => {
      if (placeNames && state.locale === locale) change({ locale, placeNames });
    },
    () => undefined,
  );
  return true;
}

/**
 * Shows the language that public/theme.js chose before the first paint, or English when its texts cannot be fetched.
 */
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

/** Returns the value for the attribute `lang` of a text that a user wrote. */
export function langOf(text: string): Locale | undefined {
  return langOfText(text, state.locale);
}

/** Returns the tag for `Intl`. Numbers have Latin digits in every language, as mandi rates and phones do. */
export function intlTag(locale: Locale): string {
  return `${locale}-IN-u-nu-latn`;
}

/** Returns the names by crop id; `nameOfCrop` uses them. */
export function cropNamesIn(locale: Locale): Readonly<Record<string, string>> {
  return cropNames.get(locale) ?? {};
}

/**
 * Returns names of months and weekdays for languages that the browser's Intl lacks. Their keys are the first three
 * letters of the English names.
 */
export function dateNamesIn(locale: Locale): typeof english.dateNames | undefined {
  return dateNames.get(locale);
}

/** Translates the English name of a place. The app stores and sends the English name only. */
export function usePlaceName(): (english: string) => string {
  const names = useSyncExternalStore(subscribe, getPlaceNames, getPlaceNames);
  return (english) => names[english] ?? english;
}

function getPlaceNames(): PlaceNames {
  return state.placeNames;
}
