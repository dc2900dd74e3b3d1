import { startTransition, StrictMode } from 'react';
import { startLocale } from './i18n/locale.ts';
import { App, prepareApp } from './app/app.tsx';
import './ui/styles.css';

const container = document.getElementById('root');
if (!container) throw new Error('index.html lacks #root');

// No `await` at the top: chunks that import this file would wait for it. React DOM is half of the scripts' start, so
// it gets a task of its own. As a transition, React renders in short pieces, so that a slow phone stays responsive.
void Promise.all([startLocale(), prepareApp()])
  .then(() => new Promise((resolve) => setTimeout(resolve)))
  .then(() => import('react-dom/client'))
  .then(({ createRoot }) =>
    startTransition(() =>
      createRoot(container).render(
        <StrictMode>
          <App />
        </StrictMode>,
      ),
    ),
  );
