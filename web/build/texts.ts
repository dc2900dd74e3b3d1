import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { cropNames } from '@upaj/contract/crop-names';
import { crops } from '@upaj/contract/crops';
import { isLanguage, languages, withEnglish } from '@upaj/contract/texts';
import type { Plugin } from 'vite';

const folder = path.join(import.meta.dirname, '../../contract/texts');
/** The sections that log-in, register and most other screens need. The others come with the screens that name them. */
export const core = [
  'auth',
  'common',
  'feed',
  'fields',
  'mandi',
  'names',
  'post',
  'register',
  'shell',
  'social',
];
/** The sections of the server, and of web/build/too-old.ts. */
const notInApp = ['emails', 'export', 'public-page', 'push-and-email', 'too-old'];
/** A file of names instead of messages. English needs none, because the names in the data are English. */
const names = ['places'];
const prefix = 'virtual:texts/';

/**
 * Provides two kinds of modules. `virtual:texts/<language>` has the core texts of a language, and functions that load
 * its other sections. `virtual:texts/others` has the languages besides English. Texts are compiled here, so that the
 * browser needs no ICU parser.
 */
export function texts(): Plugin {
  return {
    name: 'texts',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load: (id) => (id.startsWith(`\0${prefix}`) ? moduleOf(id.slice(prefix.length + 1)) : undefined),
    transform: {
      filter: { id: /\/contract\/texts\/\w+\/(?!places\.)[\w-]+\.json$/ },
      handler(code, id) {
        const english = path.join(folder, 'en', path.basename(id));
        this.addWatchFile(english);
        const messages = Object.entries(withEnglish(parse(code), parse(readFileSync(english, 'utf8'))));
        return JSON.stringify(Object.fromEntries(messages.map(([key, text]) => [key, compile(text)])));
      },
    },
  };
}

const parse = (json: string) => JSON.parse(json) as Record<string, string>;

/** Texts without placeholders stay plain strings, which are smaller. */
function compile(text: string): CompiledMessage | string {
  const parts = compileMessageOrThrow(text);
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts;
}

/**
 * Returns the names of the usual crops by id. English and Hindi need none here, because the list itself has them.
 */
function cropNamesIn(language: string): Record<string, string> {
  if (!isLanguage(language) || language === 'en' || language === 'hi') return {};
  const names = crops.map(({ id }) => [id, cropNames[id]?.[language]?.[0]]);
  return Object.fromEntries(names) as Record<string, string>;
}

const someMonths = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, 1)));
const someDays = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2024, 0, day + 1)));

/**
 * Takes the names of months and weekdays from Node's Intl, because browsers lack those of some languages. Keys are
 * the first three letters of English.
 */
function dateNamesIn(language: string): Record<'long' | 'short', Record<string, string>> {
  const namesOf = (length: 'long' | 'short') => {
    const named = (dates: Date[], part: 'month' | 'weekday') => {
      const nameIn = (locale: string) =>
        new Intl.DateTimeFormat(locale, { [part]: length, timeZone: 'UTC' }).format;
      return dates.map((date) => [nameIn('en')(date).slice(0, 3), nameIn(language)(date)]);
    };
    const all = [...named(someMonths, 'month'), ...named(someDays, 'weekday')];
    return Object.fromEntries(all) as Record<string, string>;
  };
  return language === 'en' ? { long: {}, short: {} } : { long: namesOf('long'), short: namesOf('short') };
}

export function moduleIdOf(language: string): string {
  return `\0${prefix}${language}`;
}

function moduleOf(language: string): string {
  if (language === 'others') {
    const others = Object.keys(languages).filter((name) => name !== 'en');
    return `export default { ${others.map((name) => `${name}: () => import('${prefix}${name}')`).join(', ')} };`;
  }
  const sections = readdirSync(path.join(folder, language))
    .map((file) => path.basename(file, '.json'))
    .filter((section) => !notInApp.includes(section));
  const fileOf = (section: string) => JSON.stringify(path.join(folder, language, `${section}.json`));
  const imports = core.map((section, index) => `import core${index} from ${fileOf(section)};`);
  const loaders = sections
    .filter((section) => !names.includes(section) && !core.includes(section))
    .map((section) => `'${section}': () => import(${fileOf(section)})`);
  return `${imports.join('\n')}
export const cropNames = ${JSON.stringify(cropNamesIn(language))};
export const dateNames = ${JSON.stringify(dateNamesIn(language))};
export const core = { ${core.map((section, index) => `${section}: core${index}`).join(', ')} };
export const sections = { ${loaders.join(', ')} };
${names.map((name) => `export const ${name} = ${sections.includes(name) ? `() => import(${fileOf(name)})` : 'undefined'};`).join('\n')}`;
}
