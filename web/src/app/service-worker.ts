import { getLocale } from '#i18n/locale.ts';
import { isDataScarce, whenIdle } from '#lib/when-idle.ts';

/** In ms. The files of other screens are fetched so long after the first screen. */
const calm = 5_000;

/**
 * Registers after the first screen has loaded, so that storing the app does not slow it down. Browsers have no
 * service workers on plain http.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => void start(navigator.serviceWorker).catch(() => undefined);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

/**
 * Sends the worker the paths of all files that this page has fetched, so that it can store those of screens. On the
 * first visit it starts too late to see these requests. The files of the other screens are stored when the browser is
 * idle, unless the user saves data.
 */
async function start(container: ServiceWorkerContainer): Promise<void> {
  await container.register('/sw.js');
  const { active } = await container.ready;
  const fetched = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  active?.postMessage({ fetched }, {});
  if (!isDataScarce())
    setTimeout(() => whenIdle(() => active?.postMessage({ language: getLocale() }, {})), calm);
}
