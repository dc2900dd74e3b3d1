import { useEffect } from 'react';

let title: string | undefined;
let unseen = 0;

function paint(): void {
  const count = unseen > 0 ? `(${unseen > 99 ? '99+' : unseen}) ` : '';
  document.title = count + (title ? `${title} · Upaj` : 'Upaj उपज');
}

export function useTitle(name: string | undefined): void {
  useEffect(() => {
    title = name;
    paint();
  }, [name]);
}

/** Shows the count of unread messages before the title. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    unseen = count;
    paint();
    return () => {
      unseen = 0;
      paint();
    };
  }, [count]);
}
