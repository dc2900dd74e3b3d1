import { findCrop } from '@upaj/contract/crops';
import { limits } from '@upaj/contract/limits';
import type { RateSort, RatesQuery, Trend } from '@upaj/contract/mandi/rates';
import * as z from 'zod/mini';
import { findCropOf } from '#src/mandi/rates/commodities.ts';
import { cursorParts, readCursor } from '#src/platform/http/paging.ts';

type Lang = 'en' | 'hi';

export interface PlaceFilter {
  state?: string | undefined;
  district?: string | undefined;
  market?: string | undefined;
}

/** A catalogue crop, or the AGMARKNET name of a commodity outside the catalogue. */
export type GoodsFilter = { crop: string } | { commodity: string };

export interface RateListRequest {
  place: PlaceFilter;
  goods?: GoodsFilter | undefined;
  trend?: Trend | undefined;
  sort: RateSort;
  lang?: Lang | undefined;
  cursor?: RateCursor | undefined;
  limit: number;
}

export interface RateCursor {
  keys: (string | number)[];
  total: number;
}

export const listedDays = 14;

const { amount, serial, text: name, total } = cursorParts;
const shapes: Record<RateSort, z.core.$ZodType<readonly (string | number)[]>> = {
  name: z.tuple([name, name, serial, total]),
  price: z.tuple([amount, serial, total]),
  change: z.tuple([amount, serial, total]),
};

export function toRateListRequest(query: RatesQuery): RateListRequest {
  const { state, district, market, commodity, trend, sort = 'name', lang, limit = limits.page.size } = query;
  return {
    place: { state, district, market },
    goods: commodity ? toGoodsFilter(commodity) : undefined,
    trend,
    sort,
    lang,
    cursor: query.cursor ? readRateCursor(query.cursor, sort) : undefined,
    limit,
  };
}

export function sortGoods(
  goods: readonly { commodity: string; crop: string | null }[],
  lang: Lang,
): string[] {
  const { compare } = new Intl.Collator(lang);
  const shown = new Map(
    goods.map(({ commodity, crop }) => [crop ?? commodity, (crop && findCrop(crop)?.[lang]) || commodity]),
  );
  return [...shown].sort(([, one], [, other]) => compare(one, other)).map(([key]) => key);
}

export function toGoodsFilter(name: string): GoodsFilter {
  const crop = findCropOf(name)?.id;
  return crop ? { crop } : { commodity: name };
}

function readRateCursor(text: string, sort: RateSort): RateCursor {
  const keys = readCursor(text, shapes[sort]);
  return { keys: keys.slice(0, -1), total: Number(keys.at(-1)) };
}
