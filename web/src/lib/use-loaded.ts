import { queryOptions, useQuery } from '@tanstack/react-query';

/** A module that comes over the line when a component first needs it. */
export function moduleQuery<T>(name: string, load: () => Promise<T>) {
  return queryOptions({
    queryKey: ['module', name],
    queryFn: load,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
}

/** The module, undefined until it is there: for what can be done without. */
export function useLoaded<T>(name: string, load: () => Promise<T>, isNeeded = true): T | undefined {
  return useQuery({ ...moduleQuery(name, load), enabled: isNeeded }).data;
}
