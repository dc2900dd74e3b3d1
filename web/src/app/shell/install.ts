import { makeSignal } from '#lib/signal.ts';
import { deviceTexts, tabTexts } from '#lib/storage.ts';

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
  if (tabTexts.read(visitsKey)) return;
  tabTexts.write(visitsKey, '1');
  deviceTexts.write(visitsKey, String(Number(deviceTexts.read(visitsKey) ?? 0) + 1));
}

/** Upaj offers to be installed from the second visit on, until the user refuses. */
export function mayOfferInstall(): boolean {
  return Number(deviceTexts.read(visitsKey) ?? 0) >= 2 && !deviceTexts.read(refusedKey);
}

export function refuseInstall(): void {
  deviceTexts.write(refusedKey, '1');
}

/** Returns true in Safari on iPhones and iPads: only this browser has `standalone`, and it has no install event. */
export function isInSafari(): boolean {
  return (navigator as { standalone?: boolean }).standalone === false;
}
