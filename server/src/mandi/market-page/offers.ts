import * as z from 'zod/mini';
import { dayInIndia } from '@upaj/contract/days';
import { limits, usualTransport } from '@upaj/contract/limits';
import type { Offer, OfferSort, OffersQuery } from '@upaj/contract/mandi/rates';
import { cursorParts, cutPage, readCursor } from '#src/platform/http/paging.ts';
import { centreOf, roadKm } from '#src/platform/places/distance.ts';
import { readCropOf } from '#src/mandi/rates/commodities.ts';
import { goodsKey, type Board } from './board.ts';
import { listedDays, toGoodsFilter } from './rate-list.ts';
import { toRate, type Series } from './series.ts';

type Keys = readonly (number | null)[];
type CalculatedOffer = Omit<Offer, 'rate'> & { series: Series };

const oldestDays = 90;

/** Sort keys, ascending, missing values last; never equal. */
const keysOf: Record<OfferSort, (offer: CalculatedOffer) => Keys> = {
  net: ({ net, series }) => [net === null ? null : -net, series.id],
  price: ({ series }) => [-series.modalPrice, series.id],
  distance: ({ distanceKm, series }) => [distanceKm, -series.modalPrice, series.id],
};

const { amount, serial } = cursorParts;
const shapes: Record<OfferSort, z.core.$ZodType<Keys>> = {
  net: z.tuple([z.nullable(amount), serial]),
  price: z.tuple([amount, serial]),
  distance: z.tuple([z.nullable(amount), amount, serial]),
};

export function findOffers(
  board: Board,
  query: OffersQuery,
): { data: Offer[]; page: { nextCursor: string | null; total: number } } {
  const { sort = 'net', limit = limits.page.size, transportCost = usualTransport } = query;
  const after = query.cursor ? readCursor(query.cursor, shapes[sort]) : undefined;
  const { commodity } = query;
  const traded =
    board.byGoods.get(goodsKey(toGoodsFilter(commodity))) ??
    board.byGoods.get(goodsKey({ crop: readCropOf(commodity)?.id ?? null, commodity })) ??
    [];
  const newest = traded.reduce((latest, { day }) => Math.max(latest, day), -Infinity);
  const oldest = Math.max(newest - listedDays, dayInIndia() - oldestDays);
  const from = centreOf(query.state, query.district);
  const sorted = traded
    .filter(({ day }) => day >= oldest)
    .map((series) => {
      const distanceKm = from && series.centre ? roadKm(from, series.centre) : null;
      const transport = distanceKm === null ? null : toPaise(distanceKm * transportCost);
      return {
        series,
        distanceKm,
        transport,
        net: transport === null ? null : toPaise(series.modalPrice - transport),
      };
    })
    .map((offer) => ({ offer, keys: keysOf[sort](offer) }))
    .toSorted((a, b) => compareKeys(a.keys, b.keys));
  const rest = after ? sorted.filter(({ keys }) => compareKeys(keys, after) > 0) : sorted;
  const { rows, nextCursor } = cutPage(rest, limit, ({ keys }) => keys);
  return {
    data: rows.map(({ offer: { series, ...offer } }) => ({ rate: toRate(series), ...offer })),
    page: { nextCursor, total: sorted.length },
  };
}

function toPaise(rupees: number): number {
  return Math.round(rupees * 100) / 100;
}

function compareKeys(a: Keys, b: Keys): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? null;
    if (left === right) continue;
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -1 : 1;
  }
  return 0;
}
