import { makeSignal } from '#lib/signal.ts';

/** TypeScript's DOM types lack this event of Chromium. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** The value is undefined while the browser does not offer to install Upaj. */
export const installEvent = makeSignal<InstallEvent | undefined>(undefined);

const visitsKey = 'upaj-visits';
const refusedKey = 'upaj-install-refused';

/** Call this early: otherwise the browser's own prompt to install Upaj would come on the first visit. */
export function watchInstall(): void {
  countVisit();
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installEvent.set(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => installEvent.set(undefined));
}

function countVisit(): void {
  try {
    if (sessionStorage.getItem(visitsKey)) return;
    sessionStorage.setItem(visitsKey, '1');
    localStorage.setItem(visitsKey, String(Number(localStorage.getItem(visitsKey)) + 1));
  } catch {
    // Storage may be disabled, and then every visit counts as the first.
  }
}

/** Upaj offers to be installed from the second visit on, until the user refuses. */
export function mayOfferInstall(): boolean {
  try {
    return Number(localStorage.getItem(visitsKey)) >= 2 && !localStorage.getItem(refusedKey);
  } catch {
    return false;
  }
}

export function refuseInstall(): void {
  try {
    localStorage.setItem(refusedKey, '1');
  } catch {
    // Without storage, Upaj offers to be installed again at the next visit.
  }
}

/** Returns true in Safari on iPhones and iPads: only this browser has `standalone`, and it has no install event. */
export function isInSafari(): boolean {
  return (navigator as { standalone?: boolean }).standalone === false;
}
