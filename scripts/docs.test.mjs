// Tests that files, names and commands in the documents exist under the name that the documents use.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../contract/src/endpoints.ts';
import { errors } from '../contract/src/errors.ts';
import packageFile from '../package.json' with { type: 'json' };
import { readEnv } from '../server/src/env.ts';
import { listFiles } from './lib/files.mjs';
import { inRoot, root } from './lib/paths.mjs';

const read = (/** @type {string} */ file) => readFileSync(inRoot(file), 'utf8');

const withHidden = ['.', '.ci', '.github'].flatMap((folder) => listFiles(inRoot(folder)));
const files = withHidden.map((file) => path.relative(root, file).replaceAll(path.sep, '/'));
const hiddenFiles = readdirSync(root).filter((name) => name.startsWith('.'));
const folders = new Set(
  files.flatMap((file) => file.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))),
);
/** Files that are not in the repository, because builds, backups, operators and other programs write them. */
const written = [
  'web/dist',
  'web/dist/screens.json',
  'manifest.json',
  'deploy/.env',
  'postgresql.conf',
  'robots.txt',
];
/** All paths, one a line. Each is between slashes, so that a pattern can match the end of a path. */
const places = [...files, ...hiddenFiles, ...folders, ...written].map((place) => `/${place}/`).join('\n');

const sources = files.filter(
  (file) => /\.(?:tsx?|mjs|sql|json|ya?ml|css|service)$/.test(file) && !/^docs\/|\/texts\//.test(file),
);
const names = new Set(sources.flatMap((file) => read(file).match(/[\w$]+/g) ?? []));
/** Names in the documents that come from PostgreSQL, its tools, pgbouncer and Windows. */
const foreignNames = ['max_prepared_statements', 'autovacuum_vacuum_scale_factor', 'pg_rewind', 'LockFileEx'];
const variables = readEnv({ SECRET_KEY: 'x'.repeat(32) }).settings.map(({ name }) => name);
/** Environment variables that Node and OpenTelemetry read, not the app. */
const foreignVariables = ['NODE_OPTIONS', 'OTEL_EXPORTER_OTLP_HEADERS'];

const documents = files.filter((file) => /^(?:[^/]+|docs\/.+|deploy\/.+|\.github\/.+)\.md$/.test(file));

const escape = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Expands `server/src/<domain>/{routes,store}.ts` to two names. @param {string} name @returns {string[]} */
function expand(name) {
  const [whole, list] = name.match(/\{(.*?)\}/) ?? [];
  return whole ? (list?.split(',') ?? []).flatMap((part) => expand(name.replace(whole, part))) : [name];
}

/**
 * Returns whether a path, or the end of one, exists. `<domain>` and `*` stand for any part of it, `*.test.ts(x)` for
 * both endings.
 * @param {string} name
 */
function isPlace(name) {
  return expand(name.replace(/\/$/, '')).every((one) => {
    const pattern = escape(one)
      .replace(/<\w+>|(?:\\\*)+/g, '[^\n]+')
      .replace(/\\\((.*?)\\\)/g, '(?:$1)?');
    return new RegExp(`/${pattern}/`).test(places);
  });
}

const firstFolders = new Set([...folders].map((folder) => folder.split('/')[0]));
const isPath = (/** @type {string} */ text) =>
  /^\.?[\w<{*][\w@<>{},*().-]*(?:\/[\w@<>{},*().-]+)*\/?$/.test(text) &&
  (/\.(?:tsx?(?:\(x\))?|mjs|md|json|sql|css|ya?ml|png|cfg|conf|csv|txt|env|service)$/.test(text) ||
    (text.includes('/') && firstFolders.has(text.split('/')[0])));

/** Returns the anchors that GitHub makes of headings. @param {string} text */
const anchorsIn = (text) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );

/**
 * Returns the source of the program that a script of package.json runs, and of the files beside it.
 * @param {string} script
 */
function sourceOf(script) {
  const { [script]: command = '' } = /** @type {Record<string, string>} */ (packageFile.scripts);
  const [program = ''] = command.match(/[\w/.-]+\.(?:ts|mjs)/) ?? [];
  return sources
    .filter((file) => path.dirname(file) === path.dirname(program))
    .map(read)
    .join('\n');
}

/**
 * Returns what a command names and the project lacks. Words in capitals are for the reader to fill in.
 * @param {string} code
 */
function findUnknown(code) {
  const unknown = [];
  for (const [, script = '', rest = ''] of code.matchAll(
    /(?:npm run (?:--silent )?|npm (?=test|start)|^(?=[\w-]+ -- ))([\w-]+)((?: -- [^|;&#>]*)?)/g,
  )) {
    if (!(script in packageFile.scripts)) unknown.push(script);
    const source = sourceOf(script);
    for (const word of rest
      .slice(4)
      .trim()
      .split(/[\s,]+/))
      if (/^(?:--)?[a-z][a-z-]*$/.test(word)) {
        // A word that is no option can choose tests by their paths, or faults and acts by their names.
        const isChoice = !word.startsWith('--') && (script === 'test' ? places : source).includes(word);
        const isPart = isChoice && ['test', 'cluster', 'faults'].includes(script);
        if (!isPart && !isKnown(word, source)) unknown.push(word);
      }
  }
  for (const [, words = ''] of code.matchAll(/npx vitest (?:run )?(--project [^#]*)/g)) {
    const config = read('vitest.config.ts');
    for (const [, project] of words.matchAll(/--project (\S+)/g))
      if (!config.includes(`name: '${project}'`)) unknown.push(project);
    const parts = words
      .replace(/--project \S+/g, '')
      .trim()
      .split(/\s+/);
    unknown.push(...parts.filter((part) => !part.startsWith('-') && !places.includes(part)));
  }
  return unknown;
}

/**
 * Returns whether a program knows an option or a word: as a key, in quotes or in its help.
 * @param {string} word @param {string} source
 */
function isKnown(word, source) {
  const name = escape(word.replace('--', ''));
  const forms = [`--? ?${name}\\b`, `(?:^|[\\s'])${name}'?: `, `['\\s|,]${name}['|,]`, `'${name}[ ']`];
  return new RegExp(forms.join('|'), 'm').test(source);
}

describe.each(documents)('in %s', (document) => {
  const text = read(document);
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```|^ {4}(\S.*)$/gm)].map(([, a, b]) => a ?? b ?? '');
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);

  test('every path exists', () => {
    expect(spans.filter((span) => isPath(span) && !isPlace(span))).toEqual([]);
  });

  test('every link leads to a file and a heading that exist', () => {
    const broken = [...prose.matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g)].filter(
      ([, file, anchor]) => {
        const target = file ? path.join(path.dirname(document), file) : document;
        return !isPlace(target) || (anchor && !anchorsIn(read(target)).includes(anchor));
      },
    );
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  test('every command has the words and options that are named', () => {
    expect([...spans, ...blocks.flatMap((block) => block.split('\n'))].flatMap(findUnknown)).toEqual([]);
  });

  test('every variable and error code exists', () => {
    const named = spans.flatMap((span) => span.match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g) ?? []);
    const known = [...variables, ...foreignVariables, ...Object.keys(errors)];
    expect(named.filter((name) => !known.includes(name) && !names.has(name))).toEqual([]);
  });

  test('every call exists', () => {
    const named = spans.filter((span) => /^(?:GET|POST|PUT|PATCH|DELETE) \/api/.test(span));
    expect(named.filter((call) => !(call in endpoints))).toEqual([]);
  });

  test('every name of the code exists', () => {
    const named = spans.filter(
      (span) => /^[a-zA-Z]\w*(?:\.[a-z]\w*)?$/.test(span) && /[a-z][A-Z]|_|\./.test(span),
    );
    const exists = (/** @type {string} */ name) => names.has(name) || foreignNames.includes(name);
    expect(named.filter((name) => !isPath(name) && !name.split('.').every(exists))).toEqual([]);
  });

  test('lines are short, except those of tables and code', () => {
    const lines = prose.split('\n').filter((line) => !/^\||^ {4}\S/.test(line));
    expect(lines.filter((line) => line.length > 125)).toEqual([]);
  });
});

test('docs/operating.md describes every variable', () => {
  const described = read('docs/operating.md').matchAll(/^- (`[A-Z\d_]+`(?:, `[A-Z\d_]+`)*) \(/gm);
  const named = [...described].flatMap(([, list = '']) => list.replaceAll('`', '').split(', '));
  expect(named.sort()).toEqual(variables.toSorted());
});
