import type { RawRate } from './clean.ts';

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

/** 'Min Price (Rs./Quintal)', 'Min_Price' and 'Min_x0020_Price' become 'minprice'. */
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
