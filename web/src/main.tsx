import { startTransition, StrictMode } from 'react';
import { startLocale } from './i18n/locale.ts';
import { prepareApp } from './app/app.tsx';
import { showFont } from '#ui/font.ts';
import './ui/styles.css';

const container = document.getElementById('root');
if (!container) throw new Error('index.html lacks #root');

declare global {
  interface Window {
    /** Defined by public/theme.js, which also calls it when a script of the page does not load. */
    onStartFailed: () => void;
  }
}

/** Lets the browser draw and react to presses between two long steps. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

showFont();

// There is no `await` at the top level, because chunks that import this file would wait for it. Evaluating React DOM is
// half of the work of all scripts, so it is in a task of its own. In a transition, React renders in short pieces, so
// that a slow phone stays responsive.
void nextTask()
  .then(() => Promise.all([prepareApp(), startLocale()]))
  .then(async ([app]) => {
    await nextTask();
    const { createRoot } = await import('react-dom/client');
    startTransition(() => createRoot(container).render(<StrictMode>{app}</StrictMode>));
  })
  .catch((error: unknown) => {
    window.onStartFailed();
    // The error is thrown again, so that the console shows it.
    throw error;
  });
