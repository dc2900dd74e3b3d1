/** Waits for half a second in Safari, which has no requestIdleCallback. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(work, 500);
  else requestIdleCallback(work, { timeout: 3_000 });
}

/** Returns true if the user saves data or has a 2G connection. Code that may not be needed is then not loaded early. */
export function isDataScarce(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || (connection?.effectiveType ?? '').endsWith('2g');
}
