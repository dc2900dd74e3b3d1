import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/** Reads a table whose first row names the columns. Lines that begin with # are comments. */
export function readCsv<Column extends string>(file: URL): Record<Column, string>[] {
  return parse(readFileSync(file), { columns: true, comment: '#', comment_no_infix: true });
}
