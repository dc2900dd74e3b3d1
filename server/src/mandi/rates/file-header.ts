import type { RawRate } from './clean.ts';

type Field = keyof RawRate;

export interface Columns {
  /** What the file is, such as 'AGMARKNET 2.0 report'. */
  format: string;
  width: number;
  at: Partial<Record<Field, number>>;
  /** The unit that the name of the price column gives. */
  unit: string | undefined;
}

/** What the operator says about a file, for columns that it lacks. */
export interface Given {
  state?: string | undefined;
  commodity?: string | undefined;
}

const names: Record<Field, readonly string[]> = {
  state: ['state', 'statename', 'stateut'],
  district: ['district', 'districtname'],
  market: ['market', 'marketname'],
  commodity: ['commodity', 'commodityname'],
  variety: ['variety'],
  grade: ['grade'],
  arrivalDate: ['arrivaldate', 'pricedate', 'reporteddate', 'date'],
  minPrice: ['minprice'],
  maxPrice: ['maxprice'],
  modalPrice: ['modalprice'],
  unit: ['priceunit'],
};
const known = new Set(Object.values(names).flat());

const required: Partial<Record<Field, string>> = {
  district: 'District',
  market: 'Market',
  arrivalDate: 'Arrival_Date',
  modalPrice: 'Modal_Price',
};

/** Each kind of file by a column that only it has, and the portal's newest first. */
const formats = [
  ['stateut', 'AGMARKNET 2.0 report'],
  ['reporteddate', 'AGMARKNET price and arrivals report'],
  ['pricedate', 'AGMARKNET price report'],
  ['arrivaldate', 'data.gov.in prices'],
] as const;

/**
 * Folds the name of a column: 'Min Price (Rs./Quintal)', 'Min_Price', 'Min_x0020_Price' and 'Min Price 01-01-2024 to
 * 06-10-2026' become 'minprice'.
 */
function keyOf(cell: string): string {
  return cell
    .toLowerCase()
    .replace(/_x[0-9a-f]{4}_/g, '')
    .replace(/\(.*?\)/g, '')
    .replace(/\d.*/, '')
    .replace(/[^a-z]/g, '');
}

export function countColumns(cells: readonly string[]): number {
  return cells.filter((cell) => known.has(keyOf(cell))).length;
}

/** Returns undefined for a row that is no header, and a message for one that lacks a column. */
export function readHeader(cells: readonly string[], given: Given): Columns | string | undefined {
  const keys = cells.map(keyOf);
  const at: Columns['at'] = {};
  for (const [field, spellings] of Object.entries(names) as [Field, readonly string[]][]) {
    const index = keys.findIndex((key) => spellings.includes(key));
    if (index >= 0) at[field] = index;
  }
  const missing = Object.entries(required).filter(([field]) => at[field as Field] === undefined);
  if (missing.length > 2) return undefined;
  if (missing.length > 0) return `Missing columns: ${missing.map(([, name]) => name).join(', ')}.`;
  if (at.commodity === undefined && !given.commodity)
    return 'The file has no Commodity column. Give the commodity with --commodity, for example --commodity "Onion".';
  if (at.state === undefined && !given.state)
    return 'The file has no State column. Give the state with --state, for example --state "Punjab".';
  return {
    format: formats.find(([key]) => keys.includes(key))?.[1] ?? 'AGMARKNET file',
    width: keys.findLastIndex((key) => key !== '') + 1,
    at,
    unit: /\((.+)\)/.exec(cells[at.modalPrice ?? -1] ?? '')?.[1],
  };
}
