import { isRemembering } from '#lib/remembering.ts';
import { deviceTexts } from '#lib/storage.ts';

interface Stored {
  ownerId: string;
  searches: string[];
}

const key = 'upaj-searches';
const most = 8;

/** Reads the searches of this user in this browser, the latest first. */
export function readSearches(ownerId: string | undefined): string[] {
  try {
    const stored = JSON.parse(deviceTexts.read(key) ?? 'null') as Stored | null;
    return stored && stored.ownerId === ownerId ? stored.searches : [];
  } catch {
    return [];
  }
}

export function addSearch(ownerId: string, search: string): void {
  const others = readSearches(ownerId).filter((known) => !isSame(known, search));
  store(ownerId, [search, ...others].slice(0, most));
}

export function removeSearch(ownerId: string, search: string): void {
  store(
    ownerId,
    readSearches(ownerId).filter((known) => known !== search),
  );
}

export const clearSearches = () => deviceTexts.write(key, undefined);

function store(ownerId: string, searches: string[]): void {
  if (isRemembering.get()) deviceTexts.write(key, JSON.stringify({ ownerId, searches } satisfies Stored));
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
