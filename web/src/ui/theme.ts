import { useSyncExternalStore } from 'react';
import { deviceTexts } from '#lib/storage.ts';

export type Theme = 'light' | 'dark';

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** Reads the theme that public/theme.js set before the first paint. */
function getTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

function paint(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  const bar = getComputedStyle(document.documentElement).getPropertyValue('--color-leaf-deep');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', bar.trim());
  for (const listener of listeners) listener();
}

/** Stores the choice; without one, the system's theme applies. */
export function setTheme(theme: Theme): void {
  paint(theme);
  deviceTexts.write('upaj-theme', theme);
}

systemIsDark.addEventListener('change', ({ matches }) => {
  if (!deviceTexts.read('upaj-theme')) paint(matches ? 'dark' : 'light');
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, getTheme);
}
