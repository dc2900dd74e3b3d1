/**
 * After a release, the server lacks the files of an open page's build. Returns whether the page should be reloaded:
 * once for each build, so that a release that is under way makes no loop, and not when it is being reloaded already.
 */
export async function isBuildReplaced(): Promise<boolean> {
  let isLeaving = false;
  window.addEventListener('beforeunload', () => (isLeaving = true), { once: true });
  try {
    // The name of this file has a hash of the names of all parts.
    const { url } = import.meta;
    const { status } = await fetch(url, { method: 'HEAD', cache: 'no-store' });
    if (status !== 404 || isLeaving || sessionStorage.getItem('upaj-replaced') === url) return false;
    sessionStorage.setItem('upaj-replaced', url);
    return true;
  } catch {
    return false;
  }
}
