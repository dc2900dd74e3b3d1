import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from './hash.mjs';
import { StepError } from './steps.mjs';
import { findLooseTexts, findUnusedKeys } from './text-use.mjs';
import { judgeCatalogues, readCatalogues, writeTypes } from './texts.mjs';

const LANGUAGES = 'contract/src/texts.ts';
const TYPES = 'contract/src/text-keys.ts';
const SKIPPED = /(?:^|[\\/])(?:node_modules|dist|data|\.[^\\/]+)$|\.test\.tsx?$|text-keys\.ts$/;

/** Every folder is a language of the contract. @param {string} root @param {readonly string[]} folders */
function judgeLanguages(root, folders) {
  const [, list = ''] =
    /languages = \{([^}]*)\}/.exec(readFileSync(path.join(root, LANGUAGES), 'utf8')) ?? [];
  const names = [...list.matchAll(/(\w+):/g)].map(([, name]) => name);
  return names.toSorted().join() === folders.toSorted().join()
    ? []
    : [`${LANGUAGES} has the languages ${names.join(', ')}, contract/texts has ${folders.join(', ')}`];
}

/** The catalogues are whole, their types are current, and no text for people is outside of them. @param {string} root */
export function checkTexts(root) {
  const catalogues = readCatalogues(root);
  const english = catalogues.get('en') ?? new Map();
  const complaints = [...judgeLanguages(root, [...catalogues.keys()]), ...judgeCatalogues(catalogues)];
  if (complaints.length === 0 && writeTypes(english) !== readFileSync(path.join(root, TYPES), 'utf8'))
    complaints.push(`${TYPES} is not current: run npm run texts`);
  const sources = ['contract/src', 'server/src', 'web/src']
    .flatMap((folder) => listFiles(path.join(root, folder), (file) => SKIPPED.test(file)))
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({
      file: path.relative(root, file).split(path.sep).join('/'),
      text: readFileSync(file, 'utf8'),
    }));
  complaints.push(...findUnusedKeys(english, sources), ...sources.flatMap(findLooseTexts));
  if (complaints.length > 0) throw new StepError('The texts need care.', complaints.join('\n'));
}
