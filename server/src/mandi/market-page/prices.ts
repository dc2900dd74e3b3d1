import { LRUCache } from 'lru-cache';
import { atMost } from '#src/platform/lru-size.ts';
import { crops, foldText } from '@upaj/contract/crops';
import { dayInIndia, writeDay } from '@upaj/contract/days';
import type { MarketPrice } from '@upaj/contract/mandi/market-prices';
import { centreOf, roadKm } from '#src/platform/places/distance.ts';
import type { Coordinates } from '#src/platform/places/district-centres.ts';
import { goodsKey, type Board, type BoardSeries } from './board.ts';

export interface Goods {
  cropKey: string;
  state: string;
  district: string;
  variety: string;
}

export type PriceFinder = (board: Board, goods: Goods) => MarketPrice | null;

const ages = [7, 90] as const;
const farthestKm = 500;

export function priceFinder(): PriceFinder {
  const known = new LRUCache<string, { price: MarketPrice | null }>(atMost(50_000));
  const distances = new Map<Coordinates, Map<Coordinates, number>>();
  let of: { board: Board; today: number } | undefined;

  /** District centres don't change: compute each distance once. */
  function distancesFrom(from: Coordinates): (series: BoardSeries) => number {
    const knownDistances = distances.get(from) ?? new Map<Coordinates, number>();
    distances.set(from, knownDistances);
    return ({ centre }) => {
      if (!centre) return Infinity;
      let km = knownDistances.get(centre);
      if (km === undefined) knownDistances.set(centre, (km = roadKm(from, centre)));
      return km;
    };
  }

  return (board, goods) => {
    const today = dayInIndia();
    if (of?.board !== board || of.today !== today) known.clear();
    of = { board, today };
    const key = JSON.stringify([goods.cropKey, goods.state, goods.district, foldText(goods.variety)]);
    const found = known.get(key);
    if (found) return found.price;
    const from = centreOf(goods.state, goods.district);
    const traded = board.byGoods.get(goodsKey({ crop: goods.cropKey })) ?? [];
    const price = from ? findPrice(traded, distancesFrom(from), goods.variety, today) : null;
    known.set(key, { price });
    return price;
  };
}

interface Nearest {
  series: BoardSeries;
  distanceKm: number;
}

function findPrice(
  traded: readonly BoardSeries[],
  distanceOf: (series: BoardSeries) => number,
  variety: string,
  today: number,
): MarketPrice | null {
  for (const age of ages) {
    const since = today - age;
    const nearest = findNearest(traded, since, distanceOf);
    if (!nearest) continue;
    const atMandi = traded.filter((series) => series.day >= since && isSameMandi(series, nearest.series));
    return toPrice(chooseVariety(atMandi, variety) ?? nearest.series, nearest.distanceKm);
  }
  return null;
}

function findNearest(
  traded: readonly BoardSeries[],
  since: number,
  distanceOf: (series: BoardSeries) => number,
): Nearest | undefined {
  let nearest: Nearest | undefined;
  for (const series of traded) {
    if (series.day < since) continue;
    const distanceKm = distanceOf(series);
    if (distanceKm > farthestKm) continue;
    const isNearer =
      !nearest ||
      distanceKm < nearest.distanceKm ||
      (distanceKm === nearest.distanceKm && series.day > nearest.series.day);
    if (isNearer) nearest = { series, distanceKm };
  }
  return nearest;
}

function toPrice({ id, day, ...series }: BoardSeries, distanceKm: number): MarketPrice {
  const { commodity, variety, market, district, state, modalPrice, isSample } = series;
  const rateId = String(id);
  const arrivalDate = writeDay(day);
  return {
    rateId,
    commodity,
    variety,
    market,
    district,
    state,
    modalPrice,
    arrivalDate,
    distanceKm,
    isSample,
  };
}

function isSameMandi(a: BoardSeries, b: BoardSeries): boolean {
  return a.market === b.market && a.district === b.district && a.state === b.state;
}

/** When a crop has several AGMARKNET commodities, the first is the main one. */
const places: ReadonlyMap<string, number> = new Map(
  crops.flatMap(({ agmarknet }) => agmarknet.map((name, place) => [name, place] as const)),
);
const placeOf = ({ commodity }: BoardSeries) => places.get(commodity) ?? 0;

/** The named variety, else all; of several series, the median of the main commodity. */
function chooseVariety(series: readonly BoardSeries[], variety: string): BoardSeries | undefined {
  const named = series.filter((one) => foldText(one.variety) === foldText(variety));
  const fitting = named.length > 0 ? named : series;
  const foremost = Math.min(...fitting.map(placeOf));
  const sorted = fitting
    .filter((one) => placeOf(one) === foremost)
    .toSorted((a, b) => a.modalPrice - b.modalPrice || a.id - b.id);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}
