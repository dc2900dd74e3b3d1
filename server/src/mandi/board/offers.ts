import * as z from 'zod/mini';
import { dayInIndia, readDay } from '@upaj/contract/days';
import { limits, usualTransport } from '@upaj/contract/limits';
import type { Offer, OfferSort, OffersQuery } from '@upaj/contract/mandi/rates';
import { readCropOf, toGoodsFilter } from '#src/mandi/crops/commodities.ts';
import { cursorParts, cutPage, readCursor } from '#src/platform/http/paging.ts';
import { kmBetween } from '#src/platform/places/distance.ts';
import { goodsKey, listedDays, toRate, type Board, type Series } from './board.ts';

type Keys = readonly number[];
type CalculatedOffer = Omit<Offer, 'rate'> & { series: Series };

const oldestDays = 90;

/** Offers are sorted by these keys, ascending. They end with the id of the series, so no two offers have the same. */
const keysOf: Record<OfferSort, (offer: CalculatedOffer) => Keys> = {
  net: ({ net, series }) => [net === null ? Infinity : -net, series.id],
  price: ({ series }) => [-series.modalPrice, series.id],
  distance: ({ distanceKm, series }) => [distanceKm ?? Infinity, -series.modalPrice, series.id],
};

const { amount, serial } = cursorParts;
/** Cursors are JSON, where Infinity is written as null. */
const amountOrInfinity = z.pipe(
  z.nullable(amount),
  z.transform((value) => value ?? Infinity),
);
const shapes: Record<OfferSort, z.core.$ZodType<Keys>> = {
  net: z.tuple([amountOrInfinity, serial]),
  price: z.tuple([amount, serial]),
  distance: z.tuple([amountOrInfinity, amount, serial]),
};

export function findOffers(
  board: Board,
  query: OffersQuery,
): { data: Offer[]; page: { nextCursor: string | null; total: number } } {
  const { sort = 'net', limit = limits.page.size, transportCost = usualTransport } = query;
  const after = query.cursor ? readCursor(query.cursor, shapes[sort]) : undefined;
  const sorted = findCurrent(board, query.commodity)
    .map((series) => {
      const distanceKm = kmBetween(query, series);
      const transport = distanceKm === null ? null : toPaise(distanceKm * transportCost);
      const net = transport === null ? null : toPaise(series.modalPrice - transport);
      return { series, distanceKm, transport, net };
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

function findCurrent({ byGoods }: Board, commodity: string): Series[] {
  const crop = readCropOf(commodity)?.id;
  const traded =
    byGoods.get(goodsKey(toGoodsFilter(commodity))) ??
    (crop ? byGoods.get(goodsKey({ crop })) : undefined) ??
    [];
  const days = traded.map(({ arrivalDate }) => readDay(arrivalDate));
  const oldest = Math.max(Math.max(...days) - listedDays, dayInIndia() - oldestDays);
  return traded.filter((_, index) => Number(days[index]) >= oldest);
}

function toPaise(rupees: number): number {
  return Math.round(rupees * 100) / 100;
}

function compareKeys(a: Keys, b: Keys): number {
  const index = a.findIndex((key, place) => key !== b[place]);
  return index === -1 ? 0 : Number(a[index]) < Number(b[index]) ? -1 : 1;
}
