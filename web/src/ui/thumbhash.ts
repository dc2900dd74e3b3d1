import { thumbHashToDataURL } from 'thumbhash';

const painted = new Map<string, string>();

/** A blurred preview as a data: URL from its base64 thumbhash; undefined when that is no thumbhash. */
export function paintThumbhash(hash: string | undefined): string | undefined {
  if (!hash) return undefined;
  const known = painted.get(hash);
  if (known !== undefined) return known;
  try {
    const url = thumbHashToDataURL(Uint8Array.from(atob(hash), (char) => char.charCodeAt(0)));
    painted.set(hash, url);
    return url;
  } catch {
    return undefined;
  }
}
