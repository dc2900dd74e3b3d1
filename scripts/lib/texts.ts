import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { languages } from '../../contract/src/texts.ts';
import { inRoot } from './paths.mjs';

/** The messages of a section by key, in ICU's syntax. */
type Catalogue = Record<string, string>;

/** Reads the sections of a language. */
export function readCatalogues(language: string): Map<string, Catalogue> {
  const folder = inRoot('contract/texts', language);
  const sections = readdirSync(folder).map((file): [string, Catalogue] => [
    path.basename(file, '.json'),
    JSON.parse(readFileSync(path.join(folder, file), 'utf8')),
  ]);
  return new Map(sections);
}

function writeCatalogue(language: string, section: string, texts: Catalogue): void {
  writeFileSync(inRoot('contract/texts', language, `${section}.json`), `${JSON.stringify(texts, null, 2)}\n`);
}

const translated = Object.keys(languages).filter((language) => language !== 'en');

/** Adds a text to English: `addText('errors.TOO_LATE', 'Too late')`. Throws an error that says what is wrong. */
export function addText(name: string, message: string): void {
  const [, section = '', key = ''] = /^([\w-]+)\.([a-z][\w-]*(?:\.[\w-]+)*)$/i.exec(name) ?? [];
  const texts = readCatalogues('en').get(section);
  if (!texts) throw new Error(`"${name}" is not the name of a section in contract/texts/en, a dot and a key`);
  if (Object.hasOwn(texts, key)) throw new Error(`"${name}" exists: "${texts[key]}"`);
  if (message.trim() === '') throw new Error('The English text is empty');
  const missing = missingPlurals(message, 'en');
  if (missing.length > 0) throw new Error(`A plural lacks the form "${missing.join('", "')}"`);
  writeCatalogue('en', section, insertKey(texts, key, message));
}

/** Adds a key after the last one of its group: `kinds.sale` follows `kinds.offer`. Without a group it is the last. */
export function insertKey(texts: Catalogue, key: string, message: string): Catalogue {
  const entries = Object.entries(texts);
  const steps = key.split('.').slice(0, -1);
  const groups = steps.map((_, index) => `${steps.slice(0, steps.length - index).join('.')}.`);
  const ends = [...groups, ''].map((group) => entries.findLastIndex(([other]) => other.startsWith(group)));
  const end = ends.find((index) => index >= 0) ?? -1;
  return Object.fromEntries(entries.toSpliced(end + 1, 0, [key, message]));
}

/**
 * Writes the keys of English to every language, in the same order. A key that a language lacks gets an empty text,
 * which means that it is not translated yet. Keys that English lacks stay at the end, and the check of the texts names
 * them.
 */
export function completeTexts(): void {
  const english = readCatalogues('en');
  for (const language of translated) {
    const catalogues = readCatalogues(language);
    for (const [section, texts] of english) {
      const own = catalogues.get(section) ?? {};
      const keys = Object.keys(texts).map((key) => [key, own[key] ?? '']);
      writeCatalogue(language, section, { ...Object.fromEntries(keys), ...own });
    }
  }
}

/** Writes a line for each text that is not translated yet: `errors.TOO_LATE is not translated: hi, bn`. */
export function describeUntranslated(isMeant: (name: string) => boolean = () => true): string[] {
  const missing = translated.flatMap((language) =>
    [...readCatalogues(language)].flatMap(([section, texts]) =>
      Object.keys(texts)
        .filter((key) => texts[key] === '')
        .map((key) => ({ name: `${section}.${key}`, language }))
        .filter(({ name }) => isMeant(name)),
    ),
  );
  return [...Map.groupBy(missing, ({ name }) => name)].map(
    ([name, lacking]) => `${name} is not translated: ${lacking.map(({ language }) => language).join(', ')}`,
  );
}

interface Placeholder {
  name: string;
  type: string;
  /** The parts of a plural or a select. */
  cases: Record<string, unknown>;
}

/** Returns the placeholders of a message and of its parts. Throws an error when its ICU syntax is wrong. */
export function placeholdersOf(message: string): Placeholder[] {
  const walk = (tokens: unknown): Placeholder[] =>
    (Array.isArray(tokens) ? tokens : []).filter(Array.isArray).flatMap(([name, type = 'text', cases]) => {
      const parts: Record<string, unknown> = typeof cases === 'object' ? cases : {};
      return [{ name, type, cases: parts }, ...Object.values(parts).flatMap(walk)];
    });
  return walk(compileMessageOrThrow(message));
}

/** Returns the plural forms that the language needs and the message lacks. */
export function missingPlurals(message: string, language: string): string[] {
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const plurals = placeholdersOf(message).filter(({ type }) => type === 'plural');
  return plurals.flatMap(({ cases }) => wanted.filter((category) => !(category in cases)));
}

const quoted = (name: string) => (/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`);

function typeOf(message: string): string {
  const placeholders = placeholdersOf(message);
  const isNumber = (name: string) =>
    placeholders.some((one) => one.name === name && ['plural', 'number'].includes(one.type));
  const names = [...new Set(placeholders.map(({ name }) => name))];
  const fields = names.map((name) => `${name}: ${isNumber(name) ? 'number' : 'string | number'}`);
  return fields.length === 0 ? 'null' : `{ ${fields.join('; ')} }`;
}

/** Returns the content of contract/src/text-keys.ts. */
export function writeTypes(english: Map<string, Catalogue>): string {
  const sections = [...english].map(([section, texts]) => {
    const keys = Object.entries(texts).map(([key, text]) => `    ${quoted(key)}: ${typeOf(text)};`);
    return `  ${quoted(section)}: {\n${keys.join('\n')}\n  };`;
  });
  return `// Written by \`npm run texts\` from contract/texts/en: the keys of every section, with what their placeholders take.
export interface Texts {
${sections.join('\n')}
}
`;
}
