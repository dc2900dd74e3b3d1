/** Safari has no requestIdleCallback. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(work, 500);
  else requestIdleCallback(work, { timeout: 3_000 });
}

/** Not in every browser, nor in TypeScript's types. */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
}
