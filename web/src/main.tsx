import { startTransition, StrictMode } from 'react';
import { startLocale } from './i18n/locale.ts';
import { prepareApp } from './app/app.tsx';
import './ui/styles.css';

const container = document.getElementById('root');
if (!container) throw new Error('index.html lacks #root');

declare global {
  interface Window {
    /** Of public/theme.js, which also calls it when a script of the page does not load. */
    onStartFailed: () => void;
  }
}

/** Lets the browser draw and answer between two long steps. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

// No `await` at the top: chunks that import this file would wait for it. React DOM is half of the scripts' start, so
// it gets a task of its own. As a transition, React renders in short pieces, so that a slow phone stays responsive.
void nextTask()
  .then(() => Promise.all([prepareApp(), startLocale()]))
  .then(async ([app]) => {
    await nextTask();
    const { createRoot } = await import('react-dom/client');
    startTransition(() => createRoot(container).render(<StrictMode>{app}</StrictMode>));
  })
  .catch((error: unknown) => {
    window.onStartFailed();
    // The console shows it.
    throw error;
  });
