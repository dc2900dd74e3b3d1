import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLocale } from './i18n/locale.ts';
import { App, startSession } from './app/app.tsx';
import './ui/styles.css';

const container = document.getElementById('root');
if (!container) throw new Error('index.html lacks #root');

startSession();
await startLocale();
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
