const name = 'upaj-open';
/** In seconds. A remembered session ends when it was idle for so long. */
const remembered = 90 * 24 * 60 * 60;

/** Sets a cookie that ends when the session does: with the browser, unless the user is remembered. */
export function markOpen(isRemembered: boolean): void {
  document.cookie = `${name}=1; path=/; samesite=lax${isRemembered ? `; max-age=${remembered}` : ''}`;
}

export function isMarkedOpen(): boolean {
  return document.cookie.split('; ').includes(`${name}=1`);
}
