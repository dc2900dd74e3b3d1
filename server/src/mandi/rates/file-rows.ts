import { finished } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { StartError } from '#src/platform/start-error.ts';
import { countColumns } from './file-header.ts';
import { longestRow, type OnRow, type RowParser } from './row-parser.ts';

/** Finds out from the start of the file how its rows are written. */
export async function openRowParser(start: Buffer, onRow: OnRow): Promise<RowParser> {
  if (isExcel(start))
    throw new StartError('This is an Excel workbook. Save it as "CSV UTF-8" and import that file.');
  const encoding = encodings.get(start.toString('latin1', 0, 2)) ?? 'utf-8';
  const head = new TextDecoder(encoding).decode(start.subarray(0, 8_000));
  if (head.trimStart().startsWith('<')) {
    // Only old files need this library.
    const { openMarkup } = await import('./markup-rows.ts');
    return openMarkup(encoding, onRow);
  }
  return openDelimited(encoding, guessDelimiter(head), onRow);
}

/** The encodings by their byte order marks. */
const encodings = new Map([
  ['\xff\xfe', 'utf-16le'],
  ['\xfe\xff', 'utf-16be'],
]);

function isExcel(start: Buffer): boolean {
  return ['PK\x03\x04', '\xd0\xcf\x11\xe0'].includes(start.toString('latin1', 0, 4));
}

/** Chooses what splits one of the first lines into most of the known columns. */
function guessDelimiter(head: string): string {
  const lines = head.split(/[\r\n]+/, 20);
  const counts = [',', '\t', ';', '|'].map((delimiter) => ({
    delimiter,
    count: Math.max(...lines.map((line) => countColumns(line.split(delimiter)))),
  }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}

function openDelimited(encoding: string, delimiter: string, onRow: OnRow): RowParser {
  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: '\n',
    trim: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
    // Rows are collected here, because a failing stream loses its buffered rows.
    on_record(record: string[], { lines }) {
      onRow(record, lines);
      return null;
    },
  });
  parser.resume();
  const ended = finished(parser);
  ended.catch(() => {});
  const toUtf8 = encoding === 'utf-8' ? undefined : new TextDecoder(encoding);
  const withLineFeeds = lineEndings();
  return {
    line: () => parser.info.lines,
    write: (chunk) =>
      new Promise<void>((resolve, reject) => {
        const bytes = toUtf8 ? Buffer.from(toUtf8.decode(chunk, { stream: true })) : chunk;
        parser.write(withLineFeeds(bytes), (error) => (error ? reject(error) : resolve()));
      }),
    async end() {
      parser.end();
      await ended;
    },
  };
}

/** Files that were joined have several line endings, of which the parser would use only the first. */
function lineEndings() {
  let endsInReturn = false;
  return (chunk: Buffer): Buffer => {
    const rest = endsInReturn && chunk[0] === 0x0a ? chunk.subarray(1) : chunk;
    if (chunk.length > 0) endsInReturn = chunk.at(-1) === 0x0d;
    if (!rest.includes(0x0d)) return rest;
    return Buffer.from(rest.toString('latin1').replace(/\r\n?/g, '\n'), 'latin1');
  };
}
