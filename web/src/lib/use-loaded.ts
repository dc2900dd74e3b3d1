import { useQuery } from '@tanstack/react-query';

/** A module that comes over the line when a component first needs it; undefined until then. */
export function useLoaded<T>(name: string, load: () => Promise<T>, isNeeded = true): T | undefined {
  return useQuery({
    queryKey: ['module', name],
    queryFn: load,
    enabled: isNeeded,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  }).data;
}
