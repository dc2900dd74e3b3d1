import { useEffect } from 'react';

/** Phones lay their keyboard over the page: as long as a room is open, the page is what is left of the window. */
export function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport: view } = window;
    if (!view) return;
    const { style } = document.documentElement;
    const fit = () => {
      // Zoomed in by two fingers, one looks at a part of the page on purpose.
      if (view.scale > 1.01) return;
      style.setProperty('--visible-height', `${view.height}px`);
      window.scrollTo(0, 0);
    };
    fit();
    view.addEventListener('resize', fit);
    return () => {
      view.removeEventListener('resize', fit);
      style.removeProperty('--visible-height');
    };
  }, []);
}
