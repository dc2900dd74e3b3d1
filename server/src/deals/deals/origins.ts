import type { Origin } from '#src/people/devices/service.ts';

/** At most this many addresses and browsers are stored for a side. */
const most = 12;

function read(origins: string): string[] {
  return origins === '' ? [] : origins.split(' ');
}

/** Adds where a side confirmed now to where it confirmed before. */
export function addOrigins(stored: string, { address, devices }: Origin): string {
  const added = [`address:${address}`, ...devices.map((device) => `device:${device}`)];
  return [...new Set([...added, ...read(stored)])].slice(0, most).join(' ');
}

/** Returns whether the two confirmed in one browser, or in one that the other had used before. */
export function areOnOneDevice(one: string, other: string): boolean {
  return read(one).some((origin) => origin.startsWith('device:') && read(other).includes(origin));
}

interface Party {
  id: string;
  origins: string;
}

/**
 * Finds who may be one person: accounts that share an address or browser, directly or through others. Returns for each
 * account the id of one of them.
 */
export function groupParties(parties: readonly Party[]): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  function find(key: string): string {
    const parent = parents.get(key) ?? key;
    if (parent === key) return key;
    const root = find(parent);
    parents.set(key, root);
    return root;
  }
  for (const { id, origins } of parties)
    for (const origin of read(origins)) parents.set(find(origin), find(id));
  return new Map(parties.map(({ id }) => [id, find(id)]));
}
