import { queryOptions, useQuery } from '@tanstack/react-query';

export function moduleQuery<T>(name: string, load: () => Promise<T>) {
  return queryOptions({
    queryKey: ['module', name],
    queryFn: load,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
}

export function useLoaded<T>(name: string, load: () => Promise<T>, isNeeded = true): T | undefined {
  return useQuery({ ...moduleQuery(name, load), enabled: isNeeded }).data;
}
