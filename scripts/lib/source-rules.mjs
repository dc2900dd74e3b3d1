import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from './hash.mjs';
import { StepError } from './steps.mjs';

const FOLDERS = ['contract', 'server', 'web', 'e2e', 'bench', 'scripts'];
const SKIPPED = /(?:^|[\\/])(?:node_modules|dist|data|fixtures|\.[^\\/]+)$/;
const SOURCE = /\.(?:ts|tsx|mjs)$/;
/** Long lists; the same files are exempt from oxlint's max-lines. */
const DATA =
  /^contract\/src\/(?:places|crops|crop-names|text-keys)\.ts$|\/places\/(?:district-centres|place-aliases|place-synonyms)\.ts$/;
const MAX_MEDIAN_LINES = 80;
const MAX_LINES_OF_90_PERCENT = 250;

/** @typedef {{ file: string; text: string }} Source `file` is relative, with slashes */
/** @typedef {{ name: string; finds: (source: Source) => number[]; says: string }} Rule `finds`: offsets in the text */

/** @param {string} text @param {RegExp} pattern */
const offsetsOf = (text, pattern) => [...text.matchAll(pattern)].map((match) => match.index);

const mayHoldSql = (/** @type {string} */ file) =>
  /\/store\.ts$|^server\/src\/platform\/db\/|^server\/test\/|^bench\//.test(file) ||
  !/^(?:server|contract|web|e2e)\//.test(file);

/** @type {Rule[]} */
export const sourceRules = [
  {
    name: 'sql-in-stores-only',
    says: 'SQL stands only in store.ts and server/src/platform/db/',
    finds: ({ file, text }) =>
      mayHoldSql(file)
        ? []
        : offsetsOf(
            text,
            /\bsql(?:<[^`]*?>)?`|['"`]\s*(?:select\s[^'"`]*\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s)/gi,
          ),
  },
  {
    name: 'suppression-with-reason',
    says: 'a suppression carries its reason: `-- why`',
    finds: ({ text }) =>
      offsetsOf(
        text,
        /(?:\/\/|\/\*|\{\/\*)\s*(?:oxlint-disable|eslint-disable|@ts-expect-error|@ts-ignore|(?:oxfmt|prettier)-ignore)(?![^\n]* -- \S)/g,
      ),
  },
  {
    name: 'no-re-export',
    says: 'no barrels: import from the file that has it',
    finds: ({ text }) => offsetsOf(text, /^export\s+(?:type\s+)?(?:\*|\{[^}]*\})[^;\n]*\sfrom\s/gm),
  },
];

/** @param {readonly number[]} sorted @param {number} share */
const quantile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** @param {readonly Source[]} sources @returns {string[]} */
export function judgeLengths(sources) {
  const lengths = sources
    .filter(({ file }) => !DATA.test(file))
    .map(({ text }) => text.split('\n').length - 1)
    .sort((a, b) => a - b);
  const median = quantile(lengths, 0.5);
  const ninety = quantile(lengths, 0.9);
  return [
    ...(median < MAX_MEDIAN_LINES
      ? []
      : [`half of all files are to be under ${MAX_MEDIAN_LINES} lines: ${median}`]),
    ...(ninety < MAX_LINES_OF_90_PERCENT
      ? []
      : [`90% of all files are to be under ${MAX_LINES_OF_90_PERCENT} lines: ${ninety}`]),
  ];
}

/** @param {readonly Source[]} sources @returns {string[]} */
export function judgeSources(sources) {
  return sources.flatMap((source) =>
    sourceRules.flatMap(({ name, says, finds }) =>
      finds(source).map((offset) => {
        const line = source.text.slice(0, offset).split('\n').length;
        return `${source.file}:${line} ${name}: ${says}`;
      }),
    ),
  );
}

/** Rules that the linter and the import rules cannot express. @param {string} root */
export async function checkSources(root) {
  const sources = FOLDERS.flatMap((folder) =>
    listFiles(path.join(root, folder), (file) => SKIPPED.test(file)),
  )
    .filter((file) => SOURCE.test(file))
    .map((file) => ({
      file: path.relative(root, file).split(path.sep).join('/'),
      text: readFileSync(file, 'utf8'),
    }));
  const complaints = [...judgeSources(sources), ...judgeLengths(sources)];
  if (complaints.length > 0) throw new StepError('The source rules were broken.', complaints.join('\n'));
}
