import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import type { RatePoint } from '@upaj/contract/mandi/rates';
import UPlot, { type AlignedData, type Options } from 'uplot';
import { useLocale } from '#i18n/locale.ts';
import { formatDay, formatMoney, useFormatDay } from '#lib/format.ts';
import { priceIn } from '#mandi/weight-unit.ts';

export const chartHeight = 260;
const aDay = 86_400;

interface ChartOptions {
  width: number;
  format: {
    day: (seconds: number) => string;
    steps: readonly number[];
    price: (value: number) => string;
  };
  hasSupport: boolean;
  count: number;
  onCursor: (self: UPlot) => void;
  onLayout: (self: UPlot) => void;
}

const colour = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim();

export function chartOptions({
  width,
  format,
  hasSupport,
  count,
  onCursor,
  onLayout,
}: ChartOptions): Options {
  const leaf = colour('leaf');
  const axis = {
    stroke: colour('soft'),
    font: "13px 'Anek Latin', system-ui, sans-serif",
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
  };
  const edge = { stroke: `${leaf}66`, width: 1, points: { show: false } };
  return {
    width,
    height: chartHeight,
    padding: [12, 12, 0, 0],
    legend: { show: false },
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { size: 9, fill: leaf },
      // The last marked day stays marked when the pointer leaves the chart.
      bind: { mouseleave: () => null },
    },
    hooks: { setCursor: [onCursor], ready: [onLayout], setSize: [onLayout] },
    // uPlot would add almost three years to a range of one day.
    scales: {
      x: {
        range: (_self, first, last) => (count === 1 ? [first - aDay / 2, first + aDay / 2] : [first, last]),
      },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 70,
        incrs: format.steps.map((days) => days * aDay),
        values: (_self, splits) => splits.map(format.day),
      },
      {
        ...axis,
        values: (_self, splits) => splits.map(format.price),
        size: (_self, values) => 14 + 7 * Math.max(0, ...(values ?? []).map(({ length }) => length)),
      },
    ],
    series: [
      {},
      edge,
      edge,
      { stroke: leaf, width: 2.5, points: { show: count <= 31, size: 6, fill: leaf } },
      ...(hasSupport ? [{ stroke: colour('haldi'), width: 2, dash: [7, 5], points: { show: false } }] : []),
    ],
    bands: [{ series: [1, 2], fill: `${leaf}26` }],
  };
}

/** Returns the columns that uPlot draws. Each day is at midnight UTC. */
export function toColumns(
  points: readonly RatePoint[],
  support: number | undefined,
  unit: WeightUnit,
): AlignedData {
  const column = (pick: (point: RatePoint) => number) => points.map((point) => priceIn(pick(point), unit));
  return [
    points.map(({ date }) => Date.parse(date) / 1000),
    column(({ maxPrice }) => maxPrice),
    column(({ minPrice }) => minPrice),
    column(({ modalPrice }) => modalPrice),
    ...(support === undefined ? [] : [column(() => support)]),
  ];
}

const halfYear = 180 * 86_400_000;
// uPlot treats a month as 30 days and a year as 365.
const months = [30, 60, 90, 120, 180, 365];
const days = [1, 2, 3, 4, 5, 7, 10, 15];

export function useFormatAxis(points: readonly RatePoint[]) {
  const locale = useLocale();
  const { month } = useFormatDay();
  const [first, last] = [points[0]?.date, points.at(-1)?.date];
  const isLong = first && last && Date.parse(last) - Date.parse(first) > halfYear;
  return {
    day: (seconds: number) => {
      const day = new Date(seconds * 1000).toISOString().slice(0, 10);
      return isLong ? month(day) : formatDay(day, locale);
    },
    steps: isLong ? months : [...days, ...months],
    price: formatMoney,
  };
}
