import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { PriceChartProps } from './price-chart.tsx';

type ChartState =
  { state: 'loading' } | { state: 'failed' } | { state: 'ready'; Chart: ComponentType<PriceChartProps> };

/** The library that draws comes over the line by itself; where it cannot be had, there is the table. */
export function useChart(): ChartState {
  const { data, isError } = useQuery({
    queryKey: ['module', 'price-chart'],
    queryFn: () => import('./price-chart.tsx'),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
  if (data) return { state: 'ready', Chart: data.PriceChart };
  return { state: isError ? 'failed' : 'loading' };
}
