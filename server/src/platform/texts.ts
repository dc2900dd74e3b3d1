import { readFileSync } from 'node:fs';
import { setupI18n, type Messages } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import {
  isLanguage,
  languages,
  literalValues,
  withEnglish,
  type Language,
  type Section,
  type Translate,
} from '@upaj/contract/texts';

const folder = new URL('../../../contract/texts/', import.meta.url);

export const allLanguages = Object.keys(languages).filter(isLanguage);

/** Returns null for an account without a language, or with one that this release does not offer. */
export function offeredLanguage(stored: string | null): Language | null {
  return stored !== null && isLanguage(stored) ? stored : null;
}

/** Returns the languages of what is sent to an account: English and Hindi if it has chosen none. */
export function languagesFor(stored: string | null): readonly Language[] {
  const language = offeredLanguage(stored);
  return language ? [language] : ['en', 'hi'];
}

export function inEachLanguage<Value>(make: (language: Language) => Value): Record<Language, Value> {
  const values = allLanguages.map((language) => [language, make(language)]);
  return Object.fromEntries(values) as Record<Language, Value>;
}

/** Returns the tag for Intl. Digits are Latin in every language. */
export function intlTag(language: Language): string {
  return `${language}-IN-u-nu-latn`;
}

const catalogues = inEachLanguage((language) =>
  setupI18n({ locale: language, locales: intlTag(language), messages: { [language]: {} } }),
);
const loaded = new Set<string>();

function readTexts(file: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, string>;
}

function load(language: Language, section: Section): void {
  const file = `${language}/${section}.json`;
  if (loaded.has(file)) return;
  const texts = withEnglish(readTexts(file), readTexts(`en/${section}.json`));
  const compiled = Object.entries(texts).map(([key, text]) => [
    `${section}.${key}`,
    compileMessageOrThrow(text),
  ]);
  catalogues[language].load(language, Object.fromEntries(compiled) as Messages);
  loaded.add(file);
}

/** Reads the section on first use: `textsIn('hi', 'emails')('reset-password.subject')`. */
export function textsIn<S extends Section>(language: Language, section: S): Translate<S> {
  load(language, section);
  const format = (key: string, values?: object) =>
    catalogues[language]._(`${section}.${key}`, literalValues(values));
  return format as Translate<S>;
}

/** Returns the names by the English ones, which English itself uses. */
export function placeNamesIn(language: Exclude<Language, 'en'>): Readonly<Record<string, string>> {
  return readTexts(`${language}/places.json`);
}

export function hasText(section: Section, key: string): boolean {
  load('en', section);
  return Object.hasOwn(catalogues.en.messages, `${section}.${key}`);
}
