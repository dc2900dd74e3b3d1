import type { JudgedSeries, Report } from './reports.ts';

/** The prices of the narrowest place where enough other mandis report: the median, and the usual distance from it. */
export interface Level {
  centre: number;
  spread: number;
}

/** What the other mandis report about the same time. */
export interface Others {
  /** The median of the country, if any mandi reports. */
  centre: number | undefined;
  /** How many mandis of the state report about the same price. */
  similar: number;
}

interface Mandi {
  series: JudgedSeries;
  byDay: Map<number, number[]>;
}

/** Ascending days, and the median price of each. */
interface Prices {
  series: JudgedSeries;
  days: number[];
  logs: number[];
}

/** The price of each mandi of a place, ascending. */
interface Place {
  logs: number[];
  spread: number;
}

const fewestMandis = 3;
/** So many mandis are believed even if their level is far from the usual price. */
const manyMandis = 10;
const farFromUsual = Math.log(10);
/** A district or state whose level differs from the country's by more reports in another unit. */
const farFromCountry = Math.log(5);
/** A factor of 2, also when the logarithms are rounded. */
export const sameLevel = Math.log(2) + 1e-9;
/** Prices that differ more are in several units. */
const widestSpread = Math.log(4);
/** In days: a mandi counts with its nearest report. */
const longestAgo = 28;
/** Makes the median distance from the median comparable to a standard deviation. */
const deviations = 1.4826;

/** Reads the reports of a commodity, and finds what others reported when one of them did, fastest in the order of days. */
export function neighbourhood(reports: readonly Report[]) {
  const mandis = new Map<string, Mandi>();
  for (const { series, day, log } of reports) {
    const mandi = mandis.get(series.mandi) ?? { series, byDay: new Map<number, number[]>() };
    mandis.set(series.mandi, mandi);
    const logs = mandi.byDay.get(day);
    if (logs) logs.push(log);
    else mandi.byDay.set(day, [log]);
  }
  const all = [...mandis.values()].map(toPrices);
  let last: { day: number; found: ReturnType<typeof readDay> } | undefined;

  /** Remembers one day, because those of many years do not fit in the memory. */
  function readPlaces(day: number) {
    if (last?.day !== day) last = { day, found: readDay(all, day) };
    return last.found;
  }

  return {
    findLevel({ series, day }: Report): Level | undefined {
      const { prices, places } = readPlaces(day);
      const own = prices.get(series.mandi) ?? NaN;
      const regions = [places.get(series.district), places.get(series.state)];
      return narrowestLevel(regions, places.get(''), own, series.usual);
    },

    findOthers({ series, day, log }: Report): Others {
      const { prices, places } = readPlaces(day);
      const own = prices.get(series.mandi) ?? NaN;
      const country = places.get('');
      const inState = countSimilar(places.get(series.state)?.logs ?? [], log);
      return {
        centre: country && medianWithout(country.logs, own),
        similar: inState - (Math.abs(own - log) <= sameLevel ? 1 : 0),
      };
    },
  };
}

function narrowestLevel(
  regions: readonly (Place | undefined)[],
  country: Place | undefined,
  own: number,
  usual: number | undefined,
): Level | undefined {
  const whole = levelOf(country, own);
  if (!country || !whole) return undefined;
  const isFew = country.logs.length <= manyMandis;
  if (isFew && usual !== undefined && Math.abs(whole.centre - usual) > farFromUsual) return undefined;
  const narrow = regions.map((place) => levelOf(place, own));
  return narrow.find((level) => level && Math.abs(level.centre - whole.centre) <= farFromCountry) ?? whole;
}

function levelOf(place: Place | undefined, own: number): Level | undefined {
  if (!place || place.logs.length <= fewestMandis || place.spread > widestSpread) return undefined;
  return { centre: medianWithout(place.logs, own) ?? NaN, spread: place.spread };
}

function toPrices({ series, byDay }: Mandi): Prices {
  const days = [...byDay.keys()].sort((one, other) => one - other);
  return { series, days, logs: days.map((day) => medianOf(byDay.get(day) ?? [])) };
}

function readDay(mandis: readonly Prices[], day: number) {
  const prices = new Map<string, number>();
  const logs = new Map<string, number[]>();
  for (const mandi of mandis) {
    const price = findNearest(mandi, day);
    if (price === undefined) continue;
    prices.set(mandi.series.mandi, price);
    for (const place of ['', mandi.series.state, mandi.series.district]) {
      const others = logs.get(place);
      if (others) others.push(price);
      else logs.set(place, [price]);
    }
  }
  return { prices, places: new Map([...logs].map(([key, found]) => [key, placeOf(found)])) };
}

/** Of two reports that are as near, the later one counts, because it shows whether a new level lasts. */
function findNearest({ days, logs }: Prices, day: number): number | undefined {
  const after = lowerBound(days, day);
  const ahead = (days[after] ?? Infinity) - day;
  const ago = day - (days[after - 1] ?? -Infinity);
  if (Math.min(ahead, ago) > longestAgo) return undefined;
  return logs[ahead <= ago ? after : after - 1];
}

function placeOf(found: number[]): Place {
  const logs = found.sort((one, other) => one - other);
  if (logs.length <= fewestMandis) return { logs, spread: 0 };
  const centre = middleOf(logs);
  return { logs, spread: deviations * medianOf(logs.map((log) => Math.abs(log - centre))) };
}

function medianWithout(sorted: readonly number[], log: number): number | undefined {
  const left = sorted.length - 1;
  if (left < 1) return undefined;
  const place = lowerBound(sorted, log);
  const at = (index: number) => sorted[index < place ? index : index + 1] ?? NaN;
  return (at(Math.floor((left - 1) / 2)) + at(Math.ceil((left - 1) / 2))) / 2;
}

function countSimilar(sorted: readonly number[], log: number): number {
  return lowerBound(sorted, log + sameLevel) - lowerBound(sorted, log - sameLevel);
}

function lowerBound(sorted: readonly number[], log: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? NaN) < log) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function medianOf(logs: number[]): number {
  return middleOf(logs.sort((one, other) => one - other));
}

function middleOf(sorted: readonly number[]): number {
  const last = sorted.length - 1;
  return ((sorted[Math.floor(last / 2)] ?? NaN) + (sorted[Math.ceil(last / 2)] ?? NaN)) / 2;
}
