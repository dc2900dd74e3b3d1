import { LRUCache } from 'lru-cache';
import { crops } from '@upaj/contract/catalogue';
import { foldText } from '@upaj/contract/fold-text';
import { todayInIndia, dayInIndia, writeDay } from '@upaj/contract/days';
import type { MarketPrice } from '@upaj/contract/mandi/market-prices';
import { atMost } from '#src/platform/lru-size.ts';
import { kmBetween } from '#src/platform/places/distance.ts';
import { goodsKey, type Board, type Series } from './board.ts';

export interface Goods {
  cropKey: string;
  state: string;
  district: string;
  variety: string;
}

/**
 * In days. An arrival older than the first number counts only when there is no newer one; one older than the second
 * never counts.
 */
const ages = [7, 90] as const;
const farthestKm = 500;

/** Finds prices. It caches them until the board or the day changes. */
export function priceFinder() {
  const known = new LRUCache<string, { price: MarketPrice | null }>(atMost(50_000));
  let of: { board: Board; today: string } | undefined;

  return (board: Board, goods: Goods): MarketPrice | null => {
    const today = todayInIndia();
    if (of?.board !== board || of.today !== today) known.clear();
    of = { board, today };
    const key = JSON.stringify([goods.cropKey, goods.state, goods.district, foldText(goods.variety)]);
    const found = known.get(key) ?? { price: findPrice(board, goods) };
    known.set(key, found);
    return found.price;
  };
}

/** In days. A price that is older is not the one of last year. */
const lastYear = 400;

/**
 * Finds the median of what the mandis of a state last reported within about a year, per quintal: the price where no
 * mandi nearby reports now.
 */
export function findStatePrice({ byGoods }: Board, { cropKey, state }: Goods): number | null {
  const since = writeDay(dayInIndia() - lastYear);
  const traded = (byGoods.get(goodsKey({ crop: cropKey })) ?? []).filter(
    (series) => series.state === state && series.arrivalDate >= since,
  );
  return chooseVariety(traded, '')?.modalPrice ?? null;
}

interface Nearest {
  series: Series;
  distanceKm: number;
}

function findPrice({ byGoods }: Board, goods: Goods): MarketPrice | null {
  const traded = byGoods.get(goodsKey({ crop: goods.cropKey })) ?? [];
  for (const age of ages) {
    const since = writeDay(dayInIndia() - age);
    const recent = traded.filter(({ arrivalDate }) => arrivalDate >= since);
    const nearest = findNearest(recent, goods);
    if (!nearest) continue;
    const atMandi = recent.filter((series) => isSameMandi(series, nearest.series));
    return toPrice(chooseVariety(atMandi, goods.variety) ?? nearest.series, nearest.distanceKm);
  }
  return null;
}

/** Finds the nearest mandi. If several are in one district, it is the one that reported last. */
function findNearest(recent: readonly Series[], goods: Goods): Nearest | undefined {
  let nearest: Nearest | undefined;
  for (const series of recent) {
    const distanceKm = kmBetween(goods, series) ?? Infinity;
    if (distanceKm > farthestKm) continue;
    const isNearer =
      !nearest ||
      distanceKm < nearest.distanceKm ||
      (distanceKm === nearest.distanceKm && series.arrivalDate > nearest.series.arrivalDate);
    if (isNearer) nearest = { series, distanceKm };
  }
  return nearest;
}

function toPrice(series: Series, distanceKm: number): MarketPrice {
  const { commodity, variety, market, district, state, modalPrice, arrivalDate, isSample } = series;
  const place = { market, district, state };
  return {
    rateId: String(series.id),
    commodity,
    variety,
    ...place,
    modalPrice,
    arrivalDate,
    distanceKm,
    isSample,
  };
}

function isSameMandi(a: Series, b: Series): boolean {
  return a.market === b.market && a.district === b.district && a.state === b.state;
}

/** When a crop has several AGMARKNET commodities, the first is the main one. */
const ranks: ReadonlyMap<string, number> = new Map(
  crops.flatMap(({ agmarknet }) => agmarknet.map((name, rank) => [name, rank] as const)),
);
const rankOf = ({ commodity }: Series) => ranks.get(commodity) ?? 0;

/**
 * Chooses the series of the named variety, else of any. Of several, it is the one with the median price of the main
 * commodity.
 */
function chooseVariety(series: readonly Series[], variety: string): Series | undefined {
  const named = series.filter((one) => foldText(one.variety) === foldText(variety));
  const fitting = named.length > 0 ? named : series;
  const foremost = Math.min(...fitting.map(rankOf));
  const sorted = fitting
    .filter((one) => rankOf(one) === foremost)
    .toSorted((a, b) => a.modalPrice - b.modalPrice || a.id - b.id);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}
