import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from './hash.mjs';
import { StepError } from './steps.mjs';

const FOLDERS = ['contract', 'server', 'web', 'e2e', 'bench', 'scripts'];
const SKIPPED = /(?:^|[\\/])(?:node_modules|dist|data|fixtures|\.[^\\/]+)$/;
const SOURCE = /\.(?:ts|tsx|mjs)$/;

/** @typedef {{ file: string; text: string }} Source `file` is relative, with slashes */
/** @typedef {{ name: string; finds: (source: Source) => number[]; says: string }} Rule `finds`: offsets in the text */

/** @param {string} text @param {RegExp} pattern */
const offsetsOf = (text, pattern) => [...text.matchAll(pattern)].map((match) => match.index);

const mayHoldSql = (/** @type {string} */ file) =>
  /\/(?:store|rows|access)\.ts$|^server\/src\/platform\/db\/|^server\/test\/|^bench\//.test(file) ||
  !/^(?:server|contract|web|e2e)\//.test(file);

/** @type {Rule[]} */
export const sourceRules = [
  {
    name: 'sql-in-stores-only',
    says: 'SQL is in store.ts, rows.ts, access.ts and server/src/platform/db/ only',
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
  const complaints = judgeSources(sources);
  if (complaints.length > 0) throw new StepError('The source rules were broken.', complaints.join('\n'));
}
