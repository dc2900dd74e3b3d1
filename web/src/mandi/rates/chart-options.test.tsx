// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import type { RatePoint } from '@upaj/contract/mandi/rates';
import type { Axis } from 'uplot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chartOptions, toColumns, useFormatAxis } from './chart-options.ts';

let written: string[];

beforeEach(() => {
  written = [];
  vi.stubGlobal(
    'Path2D',
    class {
      addPath() {}
      arc() {}
      lineTo() {}
      moveTo() {}
      rect() {}
    },
  );
  const drawing = new Proxy<Record<string, unknown>>(
    { fillText: (text: string) => written.push(text) },
    { get: (target, name) => target[String(name)] ?? (() => {}), set: () => true },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(drawing as never);
});
afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
});

const day = 86_400_000;
const pointsOf = (first: string, count: number): RatePoint[] =>
  Array.from({ length: count }, (_, index) => ({
    date: new Date(Date.parse(first) + index * day).toISOString().slice(0, 10),
    minPrice: 2000,
    maxPrice: 3000,
    modalPrice: 2500,
  }));

async function axisOf(points: readonly RatePoint[], width: number) {
  const { default: UPlot } = await import('uplot');
  const format = renderHook(() => useFormatAxis(points)).result.current;
  const target = document.body.appendChild(document.createElement('div'));
  const options = chartOptions({
    width,
    format,
    hasSupport: false,
    count: points.length,
    onCursor: () => {},
    onLayout: () => {},
  });
  // uPlot asks for labels of positions that it chose itself.
  const values = vi.spyOn(options.axes![0]! as { values: Axis.DynamicValues }, 'values');
  const chart = new UPlot(options, toColumns(points, undefined, 'quintal'), target);
  await Promise.resolve();
  const at = values.mock.lastCall![1].map((seconds) => new Date(seconds * 1000).toISOString());
  chart.destroy();
  return { labels: written.filter((text) => !text.startsWith('₹')), at };
}

const zones = { 'Asia/Kolkata': -330, 'America/New_York': 300, UTC: 0 };

describe.each(Object.entries(zones))('in %s', (zone, offset) => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone);
    expect(new Date(0).getTimezoneOffset()).toBe(offset);
  });

  it('labels the days at their positions', async () => {
    const { labels, at } = await axisOf(pointsOf('2026-11-14', 7), 800);
    expect(labels).toEqual(['14', '15', '16', '17', '18', '19', '20'].map((n) => `${n} Nov`));
    expect(at).toEqual(['14', '15', '16', '17', '18', '19', '20'].map((n) => `2026-11-${n}T00:00:00.000Z`));
  });

  it('labels each day once when there are few', async () => {
    const { labels } = await axisOf(pointsOf('2026-11-14', 2), 800);
    expect(labels).toEqual(['14 Nov', '15 Nov']);
  });

  it.each([360, 1400])('labels the months of a year at their start, on %i pixels', async (width) => {
    const { labels, at } = await axisOf(pointsOf('2025-11-21', 365), width);
    expect(at.map((date) => date.slice(8))).toEqual(at.map(() => '01T00:00:00.000Z'));
    const month = new Intl.DateTimeFormat('en-IN', { month: 'short', year: '2-digit', timeZone: 'UTC' });
    expect(labels).toEqual(at.map((date) => month.format(new Date(date))));
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels.length).toBeGreaterThan(2);
  });
});

it('labels the day of a single arrival', async () => {
  const { at } = await axisOf(pointsOf('2026-11-26', 1), 300);
  expect(at).toEqual(['2026-11-26T00:00:00.000Z']);
});
