import { usualPrices } from './usual-prices.ts';

interface Names {
  commodity: string;
  crop: string | null;
  unit: string;
  state: string;
  district: string;
  market: string;
}

/** Series are compared with those of the same `goods`: a commodity and a unit. */
export interface JudgedSeries {
  id: number;
  goods: string;
  /** The logarithm of the usual price; undefined if it is not known. */
  usual: number | undefined;
  state: string;
  /** Unique in the country, as `mandi` is. */
  district: string;
  mandi: string;
}

export interface Point {
  /** Days since 1970. */
  day: number;
  /** The natural logarithm of the modal price. */
  log: number;
}

/** What one series reported on one day. */
export interface Report extends Point {
  series: JudgedSeries;
}

export function toJudgedSeries(
  id: number,
  { commodity, crop, unit, state, district, market }: Names,
): JudgedSeries {
  const usual = unit === 'quintal' ? usualPrices.get(crop ?? '') : undefined;
  return {
    id,
    goods: `${commodity}\n${unit}`,
    usual: usual && Math.log(usual),
    state,
    district: `${state}\n${district}`,
    mandi: `${state}\n${district}\n${market}`,
  };
}
