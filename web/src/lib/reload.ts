/** After a release, the server lacks the files of an open page's build. */
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
 * Several parts of a page may ask for this at the same time, and a reload may not help while a release is under way,
 * so the page is reloaded at most once a minute. Returns whether it is.
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
