import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { isBuildReplaced, reloadOnce } from './reload.ts';

export function moduleQuery<T>(name: string, load: () => Promise<T>) {
  return queryOptions({
    queryKey: ['module', name],
    queryFn: async () => {
      try {
        return await load();
      } catch (error) {
        if (await isBuildReplaced()) reloadOnce();
        throw error;
      }
    },
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
}

/** React renders the result in pieces (deferred), so that a part that arrives later does not block the screen. */
export function useLoaded<T>(name: string, load: () => Promise<T>, isNeeded = true): T | undefined {
  return useDeferredValue(useQuery({ ...moduleQuery(name, load), enabled: isNeeded }).data);
}

/** In ms. Other scripts wait this long, so that on a slow connection they do not delay the screen's text. */
const head = 300;

export function useIsShown(): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), head);
    return () => clearTimeout(timer);
  }, []);
  return isShown;
}
