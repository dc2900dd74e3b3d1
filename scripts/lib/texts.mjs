import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** @typedef {Record<string, string>} Catalogue ICU messages by key */
/** @typedef {Map<string, Set<string>>} Placeholders by name: the types of ICU arguments, or the choices of a select */

const FOLDER = 'contract/texts';
/** Names of places, not messages: English needs none. */
export const PLACES = 'places';

/** @param {string} root @returns {Map<string, Map<string, Catalogue>>} language → section → catalogue */
export function readCatalogues(root) {
  const folder = path.join(root, FOLDER);
  return new Map(
    readdirSync(folder).map((language) => [
      language,
      new Map(
        readdirSync(path.join(folder, language)).map((file) => [
          path.basename(file, '.json'),
          JSON.parse(readFileSync(path.join(folder, language, file), 'utf8')),
        ]),
      ),
    ]),
  );
}

/** The placeholders of a message. Throws where it is no ICU message. @param {string} message @returns {Placeholders} */
export function placeholdersOf(message) {
  /** @type {Placeholders} */
  const found = new Map();
  const walk = (/** @type {unknown} */ tokens) => {
    if (!Array.isArray(tokens)) return;
    for (const token of tokens) {
      if (!Array.isArray(token)) continue;
      const [name, type = 'text', cases] = token;
      const types = found.get(name) ?? new Set();
      found.set(name, types.add(type));
      if (typeof cases === 'object') for (const part of Object.values(cases)) walk(part);
    }
  };
  walk(compileMessageOrThrow(message));
  return found;
}

/** @param {string} name */
const quoted = (name) => (/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`);

/** @param {string} message */
function typeOf(message) {
  const fields = [...placeholdersOf(message)].map(([name, types]) => {
    const type = types.has('plural') || types.has('number') ? 'number' : 'string | number';
    return `${name}: ${type}`;
  });
  return fields.length === 0 ? 'null' : `{ ${fields.join('; ')} }`;
}

/** The types of contract/src/text-keys.ts. @param {Map<string, Catalogue>} english */
export function writeTypes(english) {
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

/** @param {string} text @param {string} language */
function missingPlurals(text, language) {
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  /** @type {string[]} */
  const missing = [];
  const walk = (/** @type {unknown} */ tokens) => {
    if (!Array.isArray(tokens)) return;
    for (const token of tokens) {
      if (!Array.isArray(token) || typeof token[2] !== 'object') continue;
      const [, type, cases] = token;
      if (type === 'plural') missing.push(...wanted.filter((category) => !(category in cases)));
      for (const part of Object.values(cases)) walk(part);
    }
  };
  walk(compileMessageOrThrow(text));
  return missing;
}

/** @param {Map<string, Map<string, Catalogue>>} catalogues @returns {string[]} complaints */
export function judgeCatalogues(catalogues) {
  const english = catalogues.get('en') ?? new Map();
  /** @type {string[]} */
  const complaints = [];
  for (const [language, sections] of catalogues) {
    const names = [...sections.keys()].filter((name) => name !== PLACES);
    for (const name of new Set([...english.keys(), ...names])) {
      const file = `${FOLDER}/${language}/${name}.json`;
      const texts = sections.get(name);
      const original = english.get(name);
      if (!texts || !original) {
        complaints.push(`${file}: ${texts ? 'English has no such section' : 'is missing'}`);
        continue;
      }
      const keys = Object.keys(texts);
      const missing = Object.keys(original).filter((key) => !Object.hasOwn(texts, key));
      const unknown = keys.filter((key) => !Object.hasOwn(original, key));
      complaints.push(...missing.map((key) => `${file}: "${key}" is missing`));
      complaints.push(...unknown.map((key) => `${file}: English has no "${key}"`));
      if (missing.length + unknown.length > 0) continue;
      if (keys.join() !== Object.keys(original).join())
        complaints.push(`${file}: has another order than English`);
      for (const key of keys)
        complaints.push(
          ...judgeText(texts[key] ?? '', original[key], language).map(
            (complaint) => `${file} "${key}": ${complaint}`,
          ),
        );
    }
  }
  return complaints;
}

/** @param {string} text @param {string} original @param {string} language @returns {string[]} */
function judgeText(text, original, language) {
  if (text.trim() === '') return ['is empty'];
  try {
    const names = [...placeholdersOf(text).keys()].sort().join(', ');
    const wanted = [...placeholdersOf(original).keys()].sort().join(', ');
    return [
      ...(names === wanted
        ? []
        : [`has the placeholders ${names || 'none'}, English has ${wanted || 'none'}`]),
      ...missingPlurals(text, language).map((category) => `lacks the plural form "${category}"`),
    ];
  } catch (error) {
    return [`is no ICU message: ${error instanceof Error ? error.message : error}`];
  }
}
