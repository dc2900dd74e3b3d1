/** Returns true if a new release has replaced the build of this page: the server then lacks its files. */
export async function isBuildReplaced(): Promise<boolean> {
  try {
    // The name of this file has a hash of the names of all parts.
    const { status } = await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' });
    return status === 404;
  } catch {
    return false;
  }
}

const key = 'upaj-reloaded';

/**
 * Reloads the page at most once a minute, because several parts of it may need a reload at the same time, and while a
 * release is under way a reload may not help. Returns whether the page is reloaded.
 */
export function reloadOnce(): boolean {
  try {
    const passed = Date.now() - Number(sessionStorage.getItem(key));
    if (passed < 60_000) return false;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    return false;
  }
  window.location.reload();
  return true;
}
