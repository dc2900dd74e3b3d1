import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { PriceChartProps } from './price-chart.tsx';

type ChartState =
  { state: 'loading' } | { state: 'failed' } | { state: 'ready'; Chart: ComponentType<PriceChartProps> };

/** The library that draws comes over the line by itself; where it cannot be had, there is the table. */
export function useChart(): ChartState {
  const { data: Chart, isError } = useQuery({
    queryKey: ['module', 'price-chart'],
    queryFn: async () => (await import('./price-chart.tsx')).PriceChart,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
  if (Chart) return { state: 'ready', Chart };
  return { state: isError ? 'failed' : 'loading' };
}
