import { useSyncExternalStore } from 'react';

/** For what is not even mounted on the other kind of screen; what is only laid out otherwise belongs in CSS. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
