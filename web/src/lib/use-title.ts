import { useEffect } from 'react';

/** Names the tab after the screen. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Upaj` : 'Upaj उपज';
  }, [title]);
}
