const name = 'upaj-open';
/** In seconds; as long as an idle session that is remembered. */
const remembered = 90 * 24 * 60 * 60;

/** A cookie that ends when the session does: with the browser, unless the user is remembered. */
export function markOpen(isRemembered: boolean): void {
  document.cookie = `${name}=1; path=/; samesite=lax${isRemembered ? `; max-age=${remembered}` : ''}`;
}

export function isMarkedOpen(): boolean {
  return document.cookie.split('; ').includes(`${name}=1`);
}
