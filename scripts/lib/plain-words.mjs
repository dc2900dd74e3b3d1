import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from './hash.mjs';
import { StepError } from './steps.mjs';

const GLOSSARY = 'docs/glossary.md';
const FOLDERS = ['docs', 'contract', 'server', 'web', 'e2e', 'bench', 'scripts'];
const FILES = ['README.md', 'CONTRIBUTING.md'];
/** Of an alphabet: neither emails nor characters. */
const ALPHABET = /\bletters(?=, digits| a to z| of (?:one|an?) )/gi;
const COMMENTS = /(?<=^|[\s{])(?:\/\*(?!\*\/)[\s\S]*?\*\/|\/\/ .*$)/gm;
/** The first argument of describe, it or test, also after `.each(table)`. */
const TEST_NAMES = /(?<=\b(?:describe|it|test)(?:\.\w+)*\(\s*|[)`]\(\s*)(['"`])(?:\\.|(?!\1)[^\\])*\1/g;
const SKIPPED =
  /(?:^|[\\/])(?:node_modules|dist|data|demo|fixtures|migrations|plain-words\.test\.mjs|\.[^\\/]+)$/;

/**
 * @param {string} glossary its last table has the words that are not used, with what to write instead
 * @returns {Map<string, string>}
 */
export function readWords(glossary) {
  const table = glossary.split('\n## Words we do not use')[1] ?? '';
  const rows = [...table.matchAll(/^\| (?!word |-)([^|]+?) *\| ([^|]+?) *\|$/gm)];
  return new Map(
    rows.flatMap(([, words = '', instead = '']) => words.split(', ').map((word) => [word, instead])),
  );
}

/** The parts of a file that people read, with everything else blanked. @param {string} file @param {string} text */
export function proseOf(file, text) {
  const keep = (/** @type {RegExp[]} */ ...patterns) => {
    let prose = text.replace(/[^\n]/g, ' ');
    for (const { 0: part, index } of patterns.flatMap((pattern) => [...text.matchAll(pattern)]))
      prose = prose.slice(0, index) + part + prose.slice(index + part.length);
    return prose;
  };
  if (file === GLOSSARY) return text.split('\n## Words we do not use')[0] ?? '';
  if (file.endsWith('.md')) return text.replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));
  if (/\/texts\/en\/.*\.json$/.test(file)) return keep(/(?<=": )".*"/g);
  if (/\.(?:test|e2e)\.(?:ts|tsx|mjs)$/.test(file)) return keep(COMMENTS, TEST_NAMES);
  if (/\.(?:ts|tsx|mjs|js)$/.test(file)) return keep(COMMENTS);
  return '';
}

/** @param {string} file @param {string} text @param {Map<string, string>} words @returns {string[]} complaints */
export function findWords(file, text, words) {
  const pattern = new RegExp(`\\b(?:${[...words.keys()].join('|')})\\b`, 'gi');
  const prose = proseOf(file, text).replace(ALPHABET, (part) => ' '.repeat(part.length));
  return [...prose.matchAll(pattern)].map(({ 0: word, index }) => {
    const line = text.slice(0, index).split('\n').length;
    return `${file}:${line} "${word}": write ${words.get(word.toLowerCase())}`;
  });
}

/** @param {string} root */
export async function checkWords(root) {
  const words = readWords(readFileSync(path.join(root, GLOSSARY), 'utf8'));
  const files = [
    ...FOLDERS.flatMap((folder) => listFiles(path.join(root, folder), (file) => SKIPPED.test(file))),
    ...FILES.map((file) => path.join(root, file)),
  ];
  const complaints = files.flatMap((file) =>
    findWords(path.relative(root, file).split(path.sep).join('/'), readFileSync(file, 'utf8'), words),
  );
  if (complaints.length > 0) throw new StepError(`Words that ${GLOSSARY} rules out.`, complaints.join('\n'));
}
