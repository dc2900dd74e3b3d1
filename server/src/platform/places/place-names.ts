import { isState } from '@upaj/contract/places';
import { districtRows, stateRows } from './places.ts';

export interface Place {
  state: string;
  district: string;
}

const collapse = (name: string) => name.trim().replace(/\s+/g, ' ');

const keyOf = (name: string) =>
  collapse(name)
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/\b(?:district|dist)\b\.?$/, '')
    .replace(/[^\p{L}\p{M}\d]/gu, '');

type Named = readonly [name: string, portalNames: readonly string[]];

function indexNames(places: readonly Named[]): Map<string, string> {
  const aliased = places.flatMap(([name, spellings]) =>
    spellings.map((spelling) => [keyOf(spelling), name] as const),
  );
  return new Map([...aliased, ...places.map(([name]) => [keyOf(name), name] as const)]);
}

const stateByKey = indexNames(stateRows.map(({ state, portalNames }) => [state, portalNames]));

const districtByKey = new Map(
  [...Map.groupBy(districtRows, ({ state }) => state as string)].map(([state, districts]) => [
    state,
    indexNames(districts.map(({ district, portalNames }) => [district, portalNames])),
  ]),
);

const movedDistricts: Readonly<Record<string, Readonly<Record<string, Place>>>> = {
  'Jammu and Kashmir': {
    kargil: { state: 'Ladakh', district: 'Kargil' },
    leh: { state: 'Ladakh', district: 'Leh' },
    lehladakh: { state: 'Ladakh', district: 'Leh' },
  },
};

/** Yields the readings of a name such as 'Karwar(Uttar Kannad)': the whole, then its parts. */
function* readingsOf(name: string): Generator<string> {
  yield name;
  const [, before = '', behind = ''] = /^([^(/]*)[(/]([^)]*)\)?$/.exec(collapse(name)) ?? [];
  yield before;
  yield behind;
}

function findByReading<T>(name: string, find: (key: string) => T | undefined): T | undefined {
  for (const reading of readingsOf(name)) {
    const key = keyOf(reading);
    const found = key === '' ? undefined : find(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the official names of a place, and unknown names as they are. The undivided 'Delhi' and 'Mumbai' become New
 * Delhi and Mumbai City.
 */
export function cleanPlace(state: string, district: string): Place {
  const cleanState = findByReading(
    state,
    (key) => stateByKey.get(key) ?? stateByKey.get(key.replace(/^the/, '')),
  );
  if (cleanState === undefined || !isState(cleanState))
    return { state: collapse(state), district: collapse(district) };
  const moved = movedDistricts[cleanState]?.[keyOf(district)];
  if (moved) return { ...moved };
  const known = districtByKey.get(cleanState);
  return {
    state: cleanState,
    district: findByReading(district, (key) => known?.get(key)) ?? collapse(district),
  };
}

/**
 * Replaces names such as 'pune', 'Mysore' or 'Pune District' by the official ones. Unknown places remain, for the
 * schema to refuse.
 */
export function withOfficialPlaces(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const { state, district, location } = input as Record<string, unknown>;
  const places: Record<string, string> = {};
  if (typeof state === 'string') {
    const place = cleanPlace(state, typeof district === 'string' ? district : '');
    places['state'] = place.state;
    if (typeof district === 'string') places['district'] = place.district;
  }
  if (typeof location === 'string') places['location'] = cleanLocation(location);
  return Object.keys(places).length > 0 ? { ...input, ...places } : input;
}

function cleanLocation(location: string): string {
  const comma = location.lastIndexOf(',');
  if (comma < 0) return cleanPlace(location, '').state;
  const { state, district } = cleanPlace(location.slice(comma + 1), location.slice(0, comma));
  return `${district}, ${state}`;
}
