import { Parser } from 'htmlparser2';
import { StartError } from '#src/platform/start-error.ts';
import { countColumns } from './file-header.ts';
import { longestRow, type OnRow, type RowParser } from './row-parser.ts';

/**
 * Reads the tables of a web page, which the portal saved as .xls until 2025, and the XML of data.gov.in, whose elements
 * `Table` have one element a column.
 */
export function openMarkup(encoding: string, onRow: OnRow): RowParser {
  let line = 1;
  let row: string[] | undefined;
  let text = '';
  let record = new Map<string, string>();
  let header = '';
  function endRecord() {
    if (record.size === 0) return;
    const keys = [...record.keys()];
    if (header !== keys.join()) onRow(keys, line);
    header = keys.join();
    onRow([...record.values()], line);
    record = new Map();
  }
  const parser = new Parser({
    onopentagname(name) {
      if (name === 'tr') row = [];
      if (!row || name === 'td' || name === 'th') text = '';
    },
    ontext(part) {
      line += part.split('\n').length - 1;
      text += part;
      if (text.length > longestRow)
        throw new StartError(`Line ${line}: a cell has more than ${longestRow} characters.`);
    },
    onclosetag(name) {
      if (name === 'td' || name === 'th') row?.push(text.trim());
      else if (name === 'tr' && row) {
        onRow(row, line);
        row = undefined;
      } else if (name === 'table') endRecord();
      else if (!row && countColumns([name]) > 0) record.set(name, text.trim());
      if (!row) text = '';
    },
  });
  const decoder = new TextDecoder(encoding);
  return {
    line: () => line,
    write: async (chunk) => parser.write(decoder.decode(chunk, { stream: true })),
    end: async () => parser.end(),
  };
}
