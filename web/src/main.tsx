import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLocale } from './i18n/locale.ts';
import { App, prepareApp } from './app/app.tsx';
import './ui/styles.css';

const container = document.getElementById('root');
if (!container) throw new Error('index.html lacks #root');

// No `await` at the top: chunks that import this file would wait for it. As a transition, React renders in short
// pieces, so that a slow phone stays responsive.
void Promise.all([startLocale(), prepareApp()]).then(() =>
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  ),
);
