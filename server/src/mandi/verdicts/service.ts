import { dayInIndia, readDay, writeDay } from '@upaj/contract/days';
import type { Transaction } from '#src/platform/db/connection.ts';
import { findDoubtful, historyDays } from './judge.ts';
import { toJudgedSeries, type JudgedSeries, type Report } from './reports.ts';
import {
  addDoubts,
  daysJudged,
  findDoubtfulRates,
  findHistory,
  findLatest,
  findRates,
  removeDoubts,
  type Period,
  type RateKey,
} from './store.ts';

export interface NewRate {
  series: JudgedSeries;
  commodity: string;
  arrivalDate: string;
  modalPrice: number;
  /** An unchanged rate is evidence for the others. */
  isChanged: boolean;
}

/** In days. What was judged before is judged again with what arrives so much earlier or later. */
const judgedAgain = 14;
const neighbourDays = 35;
/** Until 2100. */
const mostDays = 50_000;

/**
 * Judges the rates of a batch when they are written, and again the doubtful ones of these weeks and those that were the
 * first of their series. @returns the series of which a verdict changed
 */
export async function judgeRates(trx: Transaction, batch: readonly NewRate[]): Promise<number[]> {
  const changed = new Set(batch.filter((rate) => rate.isChanged).map((rate) => rate.commodity));
  const commodities = [...changed];
  const given = batch
    .filter(({ commodity }) => changed.has(commodity))
    .map(({ series, arrivalDate, modalPrice, isChanged }) => ({
      ...toReport(series, arrivalDate, modalPrice),
      isJudged: isChanged,
    }));
  const series = [...new Set(given.map((report) => report.series.id))];
  const near = (days: number) => periodAround(given, days);
  const { from, to } = near(judgedAgain);
  const doubted = (await findDoubtfulRates(trx, commodities, { from, to })).map((row) => ({
    ...toReport(toJudgedSeries(row.id, row), row.date, row.price),
    isJudged: true,
  }));
  const latest = (await findLatest(trx, commodities, series, near(neighbourDays))).map((row) => ({
    ...toReport(toJudgedSeries(row.id, row), row.date, row.price),
    isJudged: row.previous === null && row.date >= from && row.date <= to,
  }));
  // Of a rate that is there twice, the last one counts: an unchanged one may have to be judged again.
  const all = [
    ...given.filter((report) => !report.isJudged),
    ...latest,
    ...doubted,
    ...given.filter((report) => report.isJudged),
  ];
  const reports = [...new Map(all.map((report) => [keyOf(report), report])).values()];
  const judged = reports.filter(({ isJudged }) => isJudged);
  const others = reports.filter(({ isJudged }) => !isJudged);
  const found = await findDoubtful(judged, others, async (unsure) => {
    const rows = await findHistory(trx, unsure, near(historyDays));
    return Map.groupBy(
      rows.map(({ id, date, price }) => ({ id, day: readDay(date), log: Math.log(price) })),
      ({ id }) => id,
    );
  });
  return saveVerdicts(trx, judged, new Set(found), new Set(doubted.map(keyOf)));
}

/**
 * Judges all rates of the last months: those from before rates were judged, and those that only later ones show to be
 * doubtful. @returns the series of which a verdict changed
 */
export async function judgeCommodity(trx: Transaction, commodity: string): Promise<number[]> {
  const firstDay = dayInIndia() - daysJudged;
  const rows = await findRates(trx, commodity, writeDay(firstDay - neighbourDays));
  const seriesById = new Map(rows.map((row) => [row.id, toJudgedSeries(row.id, row)]));
  const reports = rows.flatMap(({ id, date, price, isDoubtful }) => {
    const series = seriesById.get(id);
    return series ? { ...toReport(series, date, price), isDoubtful } : [];
  });
  const judged = reports.filter(({ day }) => day >= firstDay);
  const earlier = reports.filter(({ day }) => day < firstDay);
  const found = await findDoubtful(judged, earlier, async () => new Map());
  const before = reports.filter(({ isDoubtful }) => isDoubtful).map(keyOf);
  return saveVerdicts(trx, judged, new Set(found), new Set(before));
}

async function saveVerdicts(
  trx: Transaction,
  judged: readonly Report[],
  doubtful: ReadonlySet<Report>,
  before: ReadonlySet<number>,
): Promise<number[]> {
  const added = [...doubtful].filter((report) => !before.has(keyOf(report)));
  const removed = judged.filter((report) => !doubtful.has(report) && before.has(keyOf(report)));
  if (added.length > 0) await addDoubts(trx, added.map(toKey));
  if (removed.length > 0) await removeDoubts(trx, removed.map(toKey));
  return [...added, ...removed].map(({ series }) => series.id);
}

function periodAround(reports: readonly Report[], days: number): Period {
  let [first, last] = [Infinity, -Infinity];
  for (const { day } of reports) {
    first = Math.min(first, day);
    last = Math.max(last, day);
  }
  return { from: writeDay(first - days), to: writeDay(last + days) };
}

function toReport(series: JudgedSeries, date: string, price: number): Report {
  return { series, day: readDay(date), log: Math.log(price) };
}

function toKey({ series, day }: Report): RateKey {
  return { series_id: series.id, arrival_date: writeDay(day) };
}

/** A number is found faster than a text. */
function keyOf({ series, day }: Report): number {
  return series.id * mostDays + day;
}
