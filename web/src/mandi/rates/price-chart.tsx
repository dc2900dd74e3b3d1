import 'uplot/dist/uPlot.min.css';
import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import type { RatePoint } from '@upaj/contract/mandi/rates';
import { useEffect, useEffectEvent, useRef } from 'react';
import UPlot from 'uplot';
import { useLocale } from '#i18n/locale.ts';
import { useTheme } from '#ui/theme.ts';
import { chartOptions, toColumns, useFormatAxis } from './chart-options.ts';

export interface PriceChartProps {
  points: readonly RatePoint[];
  support: number | undefined;
  unit: WeightUnit;
  index: number;
  onIndex: (index: number) => void;
}

/** Draws the chart only; the text beside it says the values to screen readers. */
export function PriceChart({ points, support, unit, index, onIndex }: PriceChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot>(undefined);
  const theme = useTheme();
  const locale = useLocale();
  const format = useFormatAxis(points);
  const point = useEffectEvent((self: UPlot) => {
    const { idx } = self.cursor;
    if (idx !== null && idx !== undefined && idx !== index) onIndex(idx);
  });
  const show = useEffectEvent((self: UPlot) => {
    const seconds = self.data[0][index];
    if (seconds !== undefined) self.setCursor({ left: self.valToPos(seconds, 'x'), top: 0 }, false);
  });
  const draw = useEffectEvent(
    (width: number, target: HTMLElement) =>
      new UPlot(
        chartOptions({
          width,
          format,
          hasSupport: support !== undefined,
          count: points.length,
          onCursor: point,
          onLayout: show,
        }),
        toColumns(points, support, unit),
        target,
      ),
  );

  useEffect(() => {
    const target = place.current;
    if (!target) return;
    const self = draw(target.clientWidth, target);
    chart.current = self;
    // Horizontal moves change the day, and vertical ones scroll the page.
    const { over } = self;
    over.style.touchAction = 'pan-y';
    const touch = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') return;
      self.setCursor({ left: event.clientX - over.getBoundingClientRect().left, top: 0 });
    };
    over.addEventListener('pointerdown', touch);
    over.addEventListener('pointermove', touch);
    const observer = new ResizeObserver(() => {
      if (target.clientWidth === self.width) return;
      self.setSize({ width: target.clientWidth, height: self.height });
    });
    observer.observe(target);
    return () => {
      observer.disconnect();
      self.destroy();
      chart.current = undefined;
    };
  }, [points, support, unit, theme, locale]);

  useEffect(() => {
    if (chart.current) show(chart.current);
  }, [index]);

  return <div ref={place} aria-hidden className="w-full overflow-hidden" />;
}
