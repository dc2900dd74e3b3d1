import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { inRoot } from './paths.mjs';

/** ICU messages by key. */
type Catalogue = Record<string, string>;

/** The sections of a language. */
export function readCatalogues(language: string): Map<string, Catalogue> {
  const folder = inRoot('contract/texts', language);
  const sections = readdirSync(folder).map((file): [string, Catalogue] => [
    path.basename(file, '.json'),
    JSON.parse(readFileSync(path.join(folder, file), 'utf8')),
  ]);
  return new Map(sections);
}

interface Placeholder {
  name: string;
  type: string;
  /** The parts of a plural or a select. */
  cases: Record<string, unknown>;
}

/** The placeholders of a message and of its parts. Throws where it is no ICU message. */
export function placeholdersOf(message: string): Placeholder[] {
  const walk = (tokens: unknown): Placeholder[] =>
    (Array.isArray(tokens) ? tokens : []).filter(Array.isArray).flatMap(([name, type = 'text', cases]) => {
      const parts: Record<string, unknown> = typeof cases === 'object' ? cases : {};
      return [{ name, type, cases: parts }, ...Object.values(parts).flatMap(walk)];
    });
  return walk(compileMessageOrThrow(message));
}

/** The plural forms that a language needs and a message lacks. */
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

/** The content of contract/src/text-keys.ts. */
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
