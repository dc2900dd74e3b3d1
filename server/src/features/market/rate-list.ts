import { crops, findCrop } from '@upaj/contract/crops';
import { limits } from '@upaj/contract/limits';
import type { RateSort, RatesQuery, Trend } from '@upaj/contract/rates';
import { readKeys, type KeyShape } from './cursor.ts';

/** Whose rates a list holds: of the whole country where nothing is named. */
export interface PlaceFilter {
  state?: string | undefined;
  district?: string | undefined;
  market?: string | undefined;
}

/** A crop of the catalogue, whatever AGMARKNET calls it, or what the catalogue does not have by AGMARKNET's name. */
export type GoodsFilter = { crop: string } | { commodity: string };

export interface RateListRequest {
  place: PlaceFilter;
  goods?: GoodsFilter | undefined;
  trend?: Trend | undefined;
  sort: RateSort;
  cursor?: RateCursor | undefined;
  limit: number;
}

/** Where a page ended: what the list is sorted by, of its last rate, and the total that the first page counted. */
export interface RateCursor {
  keys: (string | number)[];
  total: number;
}

/** Days before a place's latest arrival; what was last reported earlier is not in its list. */
export const listedDays = 14;

/** What the keys of each sort look like. */
const shapes: Record<RateSort, readonly KeyShape[]> = {
  name: ['text', 'text', 'id'],
  price: ['number', 'id'],
  change: ['number', 'id'],
};

/** @throws AppError INVALID_INPUT for a cursor that is not of this list. */
export function toRateListRequest(query: RatesQuery): RateListRequest {
  const { state, district, market, commodity, trend, sort = 'name', limit = limits.page.size } = query;
  return {
    place: { state, district, market },
    goods: commodity ? toGoodsFilter(commodity) : undefined,
    trend,
    sort,
    cursor: query.cursor ? readRateCursor(query.cursor, sort) : undefined,
    limit,
  };
}

/** What somebody means by a name: of a crop, in any language or spelling, or AGMARKNET's own. */
export function toGoodsFilter(name: string): GoodsFilter {
  const crop = findCrop(name)?.id ?? cropByAgmarknet.get(name);
  return crop ? { crop } : { commodity: name };
}

const cropByAgmarknet = new Map(
  crops.flatMap(({ id, agmarknet }) => agmarknet.map((name) => [name, id] as const)),
);

function readRateCursor(text: string, sort: RateSort): RateCursor {
  const keys = readKeys(text, [...shapes[sort], 'total']);
  return { keys: keys.slice(0, -1), total: Number(keys.at(-1)) };
}
