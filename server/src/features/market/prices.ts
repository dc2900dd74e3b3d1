import { LRUCache } from 'lru-cache';
import { foldText } from '@upaj/contract/crops';
import type { MarketPrice } from '@upaj/contract/market-prices';
import { centreOf, roadKm } from '#src/places/distance.ts';
import { goodsKey, type Board, type BoardSeries } from './board.ts';
import { todayInIndia, writeDay } from './series.ts';

/** What somebody sells, and where. */
export interface Goods {
  /** As `cropKeyOf` has it. */
  cropKey: string;
  state: string;
  district: string;
  variety: string;
}

export type PriceFinder = (board: Board, goods: Goods) => MarketPrice | null;

/** Days since a mandi reported: the first that has any is looked at, and beyond the last one a price says nothing. */
const ages = [7, 90] as const;
const farthestKm = 500;

/** Remembers what it found on a board and a day: the posts of a place ask the same. */
export function priceFinder(): PriceFinder {
  const known = new LRUCache<string, { price: MarketPrice | null }>({ max: 20_000 });
  let of: { board: Board; today: number } | undefined;
  return (board, goods) => {
    const today = todayInIndia();
    if (of?.board !== board || of.today !== today) known.clear();
    of = { board, today };
    const key = JSON.stringify([goods.cropKey, goods.state, goods.district, foldText(goods.variety)]);
    const found = known.get(key) ?? { price: findPrice(board, goods, today) };
    known.set(key, found);
    return found.price;
  };
}

function findPrice(
  board: Board,
  { cropKey, state, district, variety }: Goods,
  today: number,
): MarketPrice | null {
  const from = centreOf(state, district);
  const traded = board.byGoods.get(goodsKey({ crop: cropKey }));
  if (!from || !traded) return null;
  const near = traded
    .map((series) => ({ series, distanceKm: series.centre ? roadKm(from, series.centre) : Infinity }))
    .filter(({ distanceKm }) => distanceKm <= farthestKm)
    // Where several are as near, the one that reported last.
    .toSorted(
      (a, b) => a.distanceKm - b.distanceKm || b.series.day - a.series.day || a.series.id - b.series.id,
    );
  for (const age of ages) {
    const recent = near.filter(({ series }) => series.day >= today - age);
    const [nearest] = recent;
    if (!nearest) continue;
    const atMandi = recent.filter(({ series }) => isSameMandi(series, nearest.series));
    const { id, day, ...series } =
      chooseVariety(
        atMandi.map((one) => one.series),
        variety,
      ) ?? nearest.series;
    const { commodity, market, modalPrice, isSample } = series;
    return {
      rateId: String(id),
      commodity,
      variety: series.variety,
      market,
      district: series.district,
      state: series.state,
      modalPrice,
      arrivalDate: writeDay(day),
      distanceKm: nearest.distanceKm,
      isSample,
    };
  }
  return null;
}

function isSameMandi(a: BoardSeries, b: BoardSeries): boolean {
  return a.market === b.market && a.district === b.district && a.state === b.state;
}

/** The one of this name, else of them all; of several the one in the middle by price. */
function chooseVariety(series: readonly BoardSeries[], variety: string): BoardSeries | undefined {
  const named = series.filter((one) => foldText(one.variety) === foldText(variety));
  const sorted = (named.length > 0 ? named : series).toSorted(
    (a, b) => a.modalPrice - b.modalPrice || a.id - b.id,
  );
  return sorted[Math.floor((sorted.length - 1) / 2)];
}
