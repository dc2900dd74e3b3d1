import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CsvError } from 'csv-parse';
import { StartError } from '#src/platform/start-error.ts';
import { cleanRate, type CleanRate } from './clean.ts';
import { readHeader, type Columns, type Given } from './file-header.ts';
import { openRowParser } from './file-rows.ts';
import { longestRow, type RowParser } from './row-parser.ts';

/** What was understood of a file. */
export interface FileSummary {
  formats: ReadonlySet<string>;
  states: ReadonlySet<string>;
  /** The first and the last day, YYYY-MM-DD. */
  days: readonly [first: string, last: string] | undefined;
  rates: number;
}

export interface CsvOptions extends Given {
  onRefused(line: number, reason: string): void;
  onProgress?(rows: number, share: number): void;
  /** Called once, also when the file cannot be read to its end. */
  onRead?(summary: FileSummary): void;
}

interface Reading extends CsvOptions {
  batchSize: number;
  today: string;
}

/** Reads a file in batches, with backpressure. Yields the rows before an unreadable line, then throws StartError. */
export async function* readRatesCsv(file: string, options: Reading): AsyncGenerator<CleanRate[]> {
  const size = await sizeOf(file);
  const reader = rowReader(options);
  let parser: RowParser | undefined;
  let bytes = 0;
  const reportProgress = () => options.onProgress?.(reader.rows(), size > 0 ? bytes / size : 0);
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
      parser ??= await openRowParser(chunk as Buffer, reader.read);
      await parser.write(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (reader.waiting() < options.batchSize) continue;
      yield reader.take();
      reportProgress();
    }
    await parser?.end();
    reader.end();
  } catch (error) {
    yield reader.take();
    reportProgress();
    throw explain(error, parser?.line() ?? 0);
  } finally {
    options.onRead?.(reader.summary());
  }
  yield reader.take();
  reportProgress();
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

/** Reports have titles above their header. */
const mostTitles = 20;

function rowReader({ state = '', commodity = '', today, onRefused }: Reading) {
  let columns: Columns | string | undefined;
  let titles = 0;
  let rows = 0;
  let rates: CleanRate[] = [];
  const formats = new Set<string>();
  const states = new Set<string>();
  let days: FileSummary['days'];
  let count = 0;

  function readRow(record: string[], { width, at, unit }: Columns): CleanRate | string {
    if (record.length !== width && (record.length < width || record.slice(width).some((cell) => cell !== '')))
      return `the row has ${record.length} fields, but the header has ${width}`;
    const field = (index: number | undefined) => (index === undefined ? '' : (record[index] ?? ''));
    return cleanRate(
      {
        state: field(at.state) || state,
        district: field(at.district),
        market: field(at.market),
        commodity: field(at.commodity) || commodity,
        variety: field(at.variety),
        grade: field(at.grade),
        arrivalDate: field(at.arrivalDate),
        minPrice: field(at.minPrice),
        maxPrice: field(at.maxPrice),
        modalPrice: field(at.modalPrice),
        unit: field(at.unit) || unit,
      },
      today,
    );
  }

  function readTitle(record: string[]): void {
    const header = readHeader(record, { state, commodity });
    if (typeof header === 'string') throw new StartError(header);
    if (header) startPart(header);
    else if (++titles >= mostTitles) throw new StartError(noHeader);
  }

  function startPart(header: Columns): void {
    columns = header;
    formats.add(header.format);
  }

  /** Joined files have another header between their rows. */
  function readNextHeader(record: string[]): boolean {
    const header = record.some((cell) => /modal/i.test(cell))
      ? readHeader(record, { state, commodity })
      : undefined;
    if (typeof header === 'object') startPart(header);
    else if (header) columns = header;
    return header !== undefined;
  }

  function add(rate: CleanRate): void {
    rates.push(rate);
    count += 1;
    states.add(rate.state);
    const [first, last] = days ?? [rate.arrivalDate, rate.arrivalDate];
    if (!days || rate.arrivalDate < first) days = [rate.arrivalDate, last];
    else if (rate.arrivalDate > last) days = [first, rate.arrivalDate];
  }

  return {
    read(record: string[], line: number): void {
      if (columns === undefined) return readTitle(record);
      const rate = typeof columns === 'string' ? columns : readRow(record, columns);
      if (typeof rate !== 'string') add(rate);
      else if (readNextHeader(record) || isTitleOrTotal(record)) return;
      else onRefused(line, rate);
      rows += 1;
    },
    end(): void {
      if (columns === undefined) throw new StartError(titles === 0 ? 'The file has no rows.' : noHeader);
    },
    summary: (): FileSummary => ({ formats, states, days, rates: count }),
    rows: () => rows,
    waiting: () => rates.length,
    take(): CleanRate[] {
      const taken = rates;
      rates = [];
      return taken;
    },
  };
}

const noHeader =
  'The file has no AGMARKNET header, such as State, District, Market, Commodity, Arrival_Date, Modal_Price.';

function isTitleOrTotal(record: readonly string[]): boolean {
  const cells = record.filter((cell) => cell !== '');
  return (
    cells.some((cell) => /^(?:(?:grand|sub)[- ]?)?total\b/i.test(cell)) ||
    (cells.length === 1 && /report/i.test(cells[0] ?? ''))
  );
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
