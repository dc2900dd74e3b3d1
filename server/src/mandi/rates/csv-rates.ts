import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { StartError } from '#src/platform/start-error.ts';
import { cleanRate, type CleanRate, type RawRate } from './clean.ts';

export interface CsvOptions {
  state?: string | undefined;
  onRefused(line: number, reason: string): void;
  onProgress?(rows: number, share: number): void;
}

interface Reading extends CsvOptions {
  batchSize: number;
  today: string;
}

/** Longer rows are refused, because one without an end would fill the memory. */
const longestRow = 10_000;

/** Reads a file in batches, with backpressure. Yields the rows before an unreadable line, then throws StartError. */
export async function* readRatesCsv(file: string, options: Reading): AsyncGenerator<CleanRate[]> {
  const size = await sizeOf(file);
  const reader = rowReader(options);
  const parser = openParser(reader.read);
  let bytes = 0;
  const reportProgress = () => options.onProgress?.(reader.rows(), size > 0 ? bytes / size : 0);
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
      await parser.write(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (reader.waiting() < options.batchSize) continue;
      yield reader.take();
      reportProgress();
    }
    await parser.end();
  } catch (error) {
    yield reader.take();
    reportProgress();
    throw explain(error, parser.line());
  }
  if (!reader.hasHeader()) throw new StartError('The file is empty.');
  yield reader.take();
  reportProgress();
}

function openParser(onRow: (record: string[], line: number) => void) {
  const parser = parse({
    bom: true,
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
  return {
    line: () => parser.info.lines,
    write: (chunk: Buffer) =>
      new Promise<void>((resolve, reject) => {
        parser.write(chunk, (error) => (error ? reject(error) : resolve()));
      }),
    async end() {
      parser.end();
      await ended;
    },
  };
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(error.code === 'ENOENT' ? 'File not found.' : readFailure(error));
  });
  if (found.isDirectory()) throw new StartError('This is a folder, not a file.');
  return found.size;
}

function readFailure({ code, message }: NodeJS.ErrnoException): string {
  return `The file cannot be read: ${code ?? message}.`;
}

function rowReader({ state = '', today, onRefused }: Reading) {
  let columns: Columns | undefined;
  let rows = 0;
  let rates: CleanRate[] = [];

  function readRow(record: string[], { width, at }: Columns): CleanRate | string {
    if (record.length !== width) return `the row has ${record.length} fields, but the header has ${width}`;
    const field = (index: number | undefined) => (index === undefined ? '' : (record[index] ?? ''));
    return cleanRate(
      {
        state: field(at.state) || state,
        district: field(at.district),
        market: field(at.market),
        commodity: field(at.commodity),
        variety: field(at.variety),
        grade: field(at.grade),
        arrivalDate: field(at.arrivalDate),
        unit: field(at.unit),
        minPrice: field(at.minPrice),
        maxPrice: field(at.maxPrice),
        modalPrice: field(at.modalPrice),
      },
      today,
    );
  }

  return {
    read(record: string[], line: number): void {
      if (!columns) {
        const header = readHeader(record, state !== '');
        if (typeof header === 'string') throw new StartError(header);
        columns = header;
        return;
      }
      rows += 1;
      const rate = readRow(record, columns);
      if (typeof rate === 'string') onRefused(line, rate);
      else rates.push(rate);
    },
    hasHeader: () => columns !== undefined,
    rows: () => rows,
    waiting: () => rates.length,
    take(): CleanRate[] {
      const taken = rates;
      rates = [];
      return taken;
    },
  };
}

function explain(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError))
    return (error as NodeJS.ErrnoException).syscall
      ? new StartError(readFailure(error as NodeJS.ErrnoException))
      : error;
  const reasons: Partial<Record<typeof error.code, string>> = {
    CSV_MAX_RECORD_SIZE: `a row has more than ${longestRow} characters; is this CSV, and is each quote closed?`,
    CSV_QUOTE_NOT_CLOSED: 'a quote is not closed.',
  };
  return new StartError(`Line ${line}: ${reasons[error.code] ?? error.message}`);
}

type Field = keyof RawRate;

export interface Columns {
  width: number;
  at: Partial<Record<Field, number>>;
}

const names: Record<Field, readonly string[]> = {
  state: ['state', 'statename'],
  district: ['district', 'districtname'],
  market: ['market', 'marketname'],
  commodity: ['commodity', 'commodityname'],
  variety: ['variety'],
  grade: ['grade'],
  arrivalDate: ['arrivaldate', 'pricedate', 'reporteddate', 'date'],
  unit: ['priceunit'],
  minPrice: ['minprice'],
  maxPrice: ['maxprice'],
  modalPrice: ['modalprice'],
};

const required: Partial<Record<Field, string>> = {
  district: 'District',
  market: 'Market',
  commodity: 'Commodity',
  arrivalDate: 'Arrival_Date',
  modalPrice: 'Modal_Price',
};

/** Folds the name of a column: 'Min Price (Rs./Quintal)', 'Min_Price' and 'Min_x0020_Price' become 'minprice'. */
function keyOf(cell: string): string {
  return cell
    .toLowerCase()
    .replace(/_x[0-9a-f]{4}_/g, '')
    .replace(/\(.*?\)/g, '')
    .replace(/[^a-z]/g, '');
}

export function readHeader(cells: readonly string[], isStateKnown: boolean): Columns | string {
  if (cells[0]?.startsWith('<')) return 'This is a web page, not a CSV file.';
  const keys = cells.map(keyOf);
  const at: Columns['at'] = {};
  for (const [field, spellings] of Object.entries(names) as [Field, readonly string[]][]) {
    const index = keys.findIndex((key) => spellings.includes(key));
    if (index >= 0) at[field] = index;
  }
  const missing = Object.entries(required).filter(([field]) => at[field as Field] === undefined);
  if (missing.length > 0) {
    return `The first line is not an AGMARKNET header. Missing columns: ${missing.map(([, name]) => name).join(', ')}.`;
  }
  if (at.state === undefined && !isStateKnown)
    return 'The file has no State column. Give the state with --state, for example --state "Punjab".';
  return { width: cells.length, at };
}
