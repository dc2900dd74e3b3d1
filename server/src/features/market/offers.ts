import { limits, usualTransport } from '@upaj/contract/limits';
import type { Offer, OfferSort, OffersQuery } from '@upaj/contract/rates';
import { centreOf, roadKm } from '#src/places/distance.ts';
import { goodsKey, type Board } from './board.ts';
import { readKeys, writeKeys, type Key, type KeyShape } from './cursor.ts';
import { listedDays, toGoodsFilter } from './rate-list.ts';
import { toRate, todayInIndia, type Series } from './series.ts';

type Keys = readonly (Key | null)[];
type Reckoned = Omit<Offer, 'rate'> & { series: Series };

/** What was reported longer ago is nothing to sell by. */
const oldestDays = 90;

/** By what an offer is sorted, the least first and what is missing last; no two offers tie. */
const keysOf: Record<OfferSort, (offer: Reckoned) => Keys> = {
  net: ({ net, series }) => [net === null ? null : -net, series.id],
  price: ({ series }) => [-series.modalPrice, series.id],
  distance: ({ distanceKm, series }) => [distanceKm, -series.modalPrice, series.id],
};

const shapes: Record<OfferSort, readonly KeyShape[]> = {
  net: ['missing', 'number'],
  price: ['number', 'number'],
  distance: ['missing', 'number', 'number'],
};

/** A page of the mandis that traded these goods of late. @throws AppError INVALID_INPUT for its cursor. */
export function findOffers(
  board: Board,
  query: OffersQuery,
): { data: Offer[]; page: { nextCursor: string | null; total: number } } {
  const { sort = 'net', limit = limits.page.size, transportCost = usualTransport } = query;
  const after = query.cursor ? readKeys(query.cursor, shapes[sort]) : undefined;
  const traded = board.byGoods.get(goodsKey(toGoodsFilter(query.commodity))) ?? [];
  const newest = traded.reduce((latest, { day }) => Math.max(latest, day), -Infinity);
  const oldest = Math.max(newest - listedDays, todayInIndia() - oldestDays);
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
  const shown = rest.slice(0, limit);
  const last = rest.length > limit ? shown.at(-1) : undefined;
  return {
    data: shown.map(({ offer: { series, ...offer } }) => ({ rate: toRate(series), ...offer })),
    page: { nextCursor: last ? writeKeys(last.keys) : null, total: sorted.length },
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
