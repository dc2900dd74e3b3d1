import { readCsv } from '#src/platform/read-csv.ts';

const rows = readCsv<'word' | 'kind'>(new URL('words.csv', import.meta.url));

const wordsOf = (...kinds: readonly string[]): ReadonlySet<string> =>
  new Set(rows.filter(({ kind }) => kinds.includes(kind)).map(({ word }) => word));

export const particles = wordsOf('particle');
export const fillers = wordsOf('filler');
export const commonWords = wordsOf('common', 'person');
export const goods = wordsOf('goods');
