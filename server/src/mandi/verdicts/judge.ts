import { medianOf, neighbourhood, sameLevel, type Level, type Others } from './neighbours.ts';
import type { Point, Report } from './reports.ts';

/** How much a price may differ, as logarithms of factors. */
const limits = {
  /** From the neighbours' level, whatever the mandi itself reported before. */
  close: Math.log(3),
  /** From the neighbours' level: the least and the most, depending on how much they differ from each other. */
  neighbours: { least: Math.log(4), most: Math.log(8) },
  /** From what the mandi itself reported within `historyDays`. */
  own: Math.log(4),
  /** From the usual price of the crop, or from one or two other mandis. */
  usual: Math.log(10),
};
const spreads = 3.5;

export const historyDays = 60;
const fewestDays = 3;
/** A new level is confirmed by so many other days of a mandi, or by so many other mandis of its state. */
const confirmations = 2;
const daysOfLevel = 7;

/**
 * Finds the doubtful ones of `reports`, which are evidence for each other; a report is never evidence for itself, nor for
 * others of its mandi. `known` are further evidence. `findHistory` is called with the series that need it.
 */
export async function findDoubtful<T extends Report>(
  reports: readonly T[],
  known: readonly Report[],
  findHistory: (series: readonly number[]) => Promise<ReadonlyMap<number, readonly Point[]>>,
): Promise<T[]> {
  const evidence = Map.groupBy([...known, ...reports], ({ series }) => series.goods);
  const unsure: { report: T; level: Level | undefined; others: Others }[] = [];
  for (const [goods, group] of Map.groupBy(reports, ({ series }) => series.goods)) {
    const { findLevel, findOthers } = neighbourhood(evidence.get(goods) ?? []);
    for (const report of group.toSorted((one, other) => one.day - other.day)) {
      const level = findLevel(report);
      if (level && isNear(report.log, level.centre, limits.close)) continue;
      unsure.push({ report, level, others: findOthers(report) });
    }
  }
  if (unsure.length === 0) return [];
  const ids = new Set(unsure.map(({ report }) => report.series.id));
  const stored = await findHistory([...ids]);
  const given = Map.groupBy(
    [...known, ...reports].filter(({ series }) => ids.has(series.id)),
    ({ series }) => series.id,
  );
  const isFine = ({ report, level, others }: (typeof unsure)[number]): boolean => {
    const { id } = report.series;
    const own = readOwn(report, [...(stored.get(id) ?? []), ...(given.get(id) ?? [])]);
    return isPlausible(report, level, others, own);
  };
  return unsure.filter((one) => !isFine(one)).map(({ report }) => report);
}

interface Own {
  /** The median of the other days; undefined if they are too few. */
  centre: number | undefined;
  isConfirmed: boolean;
}

function readOwn({ day, log }: Point, points: readonly Point[]): Own {
  const byDay = new Map(
    points
      .filter((point) => point.day !== day && Math.abs(point.day - day) <= historyDays)
      .map((point) => [point.day, point.log]),
  );
  const similar = [...byDay].filter(
    ([other, price]) => Math.abs(other - day) <= daysOfLevel && isNear(price, log, sameLevel),
  );
  return {
    centre: byDay.size < fewestDays ? undefined : medianOf([...byDay.values()]),
    isConfirmed: similar.length >= confirmations,
  };
}

function isPlausible({ log, series }: Report, level: Level | undefined, others: Others, own: Own): boolean {
  if (level) {
    const { least, most } = limits.neighbours;
    if (!isNear(log, level.centre, most)) return false;
    if (others.similar >= confirmations) return true;
    const isNearLevel = isNear(log, level.centre, Math.max(least, Math.min(most, spreads * level.spread)));
    if (own.centre === undefined) return isNearLevel;
    return isNear(log, own.centre, limits.own) || (isNearLevel && own.isConfirmed);
  }
  const usual = series.usual ?? others.centre;
  if (usual !== undefined && !isNear(log, usual, limits.usual)) return false;
  return own.centre === undefined || own.isConfirmed || isNear(log, own.centre, limits.own);
}

function isNear(log: number, other: number, limit: number): boolean {
  return Math.abs(log - other) <= limit;
}
