import { districtsOf, isState, states } from '@upaj/contract/places';
import { districtAliases, stateAliases } from './place-aliases.ts';

/** A state and a district of it. */
export interface Place {
  state: string;
  district: string;
}

const collapse = (name: string) => name.trim().replace(/\s+/g, ' ');

/** What two spellings have in common that differ in case, spaces or punctuation alone. */
const keyOf = (name: string) =>
  collapse(name)
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/\b(?:district|dist)\b\.?$/, '')
    .replace(/[^\p{L}\p{M}\d]/gu, '');

type Names = Readonly<Record<string, readonly string[] | undefined>>;

/** The official name by the key of each of its spellings; the official ones win. */
function indexNames(official: readonly string[], aliases: Names): Map<string, string> {
  const aliased = Object.entries(aliases).flatMap(([name, spellings = []]) =>
    spellings.map((spelling) => [keyOf(spelling), name] as const),
  );
  return new Map([...aliased, ...official.map((name) => [keyOf(name), name] as const)]);
}

const stateByKey = indexNames(states, stateAliases);

const districtByKey = new Map(
  states.map((state) => [state as string, indexNames(districtsOf(state), districtAliases[state] ?? {})]),
);

/** Districts that the portals still list under the state they left. */
const movedDistricts: Readonly<Record<string, Readonly<Record<string, Place>>>> = {
  'Jammu and Kashmir': {
    kargil: { state: 'Ladakh', district: 'Kargil' },
    leh: { state: 'Ladakh', district: 'Leh' },
    lehladakh: { state: 'Ladakh', district: 'Leh' },
  },
};

/** The name as it is, then what stands before the bracket or slash, then what stands behind: 'Karwar(Uttar Kannad)'. */
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
 * A state and a district by their names in contract/src/places.ts, from how AGMARKNET spells them. Only known
 * spellings are matched, nothing is guessed: a name that is not known comes back as it came, without stray spaces.
 * The undivided 'Delhi' and 'Mumbai' become the districts New Delhi and Mumbai City.
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
