const key = 'upaj-market-place';

/** The place that this user last chose on the market page of this browser. */
export function readChosenPlace(userId: string | undefined): string | undefined {
  try {
    const [ownerId, location] = (localStorage.getItem(key) ?? '').split('\n');
    return ownerId === userId ? location : undefined;
  } catch {
    return undefined;
  }
}

export function storeChosenPlace(userId: string, location: string): void {
  try {
    localStorage.setItem(key, `${userId}\n${location}`);
  } catch {
    // Storage may be disabled.
  }
}

export function clearChosenPlace(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage may be disabled.
  }
}
