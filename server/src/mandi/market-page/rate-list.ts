import { findCrop } from '@upaj/contract/catalogue';
import { limits } from '@upaj/contract/limits';
import type { RateSort, RatesQuery, Trend } from '@upaj/contract/mandi/rates';
import { nameOfCrop } from '@upaj/contract/crop-names';
import type { Language } from '@upaj/contract/texts';
import * as z from 'zod/mini';
import type { PlaceFilter, Series } from '#src/mandi/board/board.ts';
import { toGoodsFilter, type GoodsFilter } from '#src/mandi/crops/commodities.ts';
import { cursorParts, readCursor } from '#src/platform/http/paging.ts';

export interface RateListRequest {
  place: PlaceFilter;
  goods?: GoodsFilter | undefined;
  trend?: Trend | undefined;
  sort: RateSort;
  lang?: Language | undefined;
  cursor?: RateCursor | undefined;
  limit: number;
}

export interface RateCursor {
  keys: (string | number)[];
  total: number;
}

const { amount, serial, text: name, total } = cursorParts;
const shapes: Record<RateSort, z.core.$ZodType<readonly (string | number)[]>> = {
  name: z.tuple([name, name, serial, total]),
  price: z.tuple([amount, serial, total]),
  change: z.tuple([amount, serial, total]),
};

export const cursorKeys: Record<RateSort, (last: Series) => RateCursor['keys']> = {
  name: ({ crop, commodity, market, id }) => [crop ?? commodity, market, id],
  price: ({ modalPrice, id }) => [modalPrice, id],
  change: ({ change, id }) => [Math.abs(change), id],
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

/** Sorts crops and commodities by the name that is shown in a language. */
export function sortGoods(
  goods: readonly { commodity: string; crop: string | null }[],
  lang: Language,
): string[] {
  const { compare } = new Intl.Collator(lang);
  const shown = new Map(
    goods.map(({ commodity, crop: id }) => {
      const crop = id === null ? undefined : findCrop(id);
      return [id ?? commodity, crop ? nameOfCrop(crop, lang) : commodity];
    }),
  );
  return [...shown].sort(([, one], [, other]) => compare(one, other)).map(([key]) => key);
}

function readRateCursor(text: string, sort: RateSort): RateCursor {
  const keys = readCursor(text, shapes[sort]);
  return { keys: keys.slice(0, -1), total: Number(keys.at(-1)) };
}
