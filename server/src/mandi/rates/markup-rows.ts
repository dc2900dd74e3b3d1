import { Parser } from 'htmlparser2';
import { StartError } from '#src/platform/start-error.ts';
import { countColumns } from './file-header.ts';
import { longestRow, type OnRow, type RowParser } from './row-parser.ts';

/**
 * Reads the tables of a web page, which the portal saved as .xls until 2025, and the XML of data.gov.in, where an
 * element, `Table` or `item`, has one element a column.
 */
export function openMarkup(encoding: string, onRow: OnRow): RowParser {
  let line = 1;
  let row: string[] | undefined;
  let text = '';
  let record = new Map<string, string>();
  let header = '';
  let depth = 0;
  let recordDepth = 0;
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
      depth += 1;
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
      depth -= 1;
      if (name === 'td' || name === 'th') row?.push(text.trim());
      else if (name === 'tr' && row) {
        onRow(row, line);
        row = undefined;
      } else if (!row && countColumns([name]) > 0) {
        recordDepth = depth;
        record.set(name, text.trim());
      } else if (depth < recordDepth) endRecord();
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
