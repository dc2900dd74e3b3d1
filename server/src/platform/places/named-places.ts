import { districtsOf, states, type State } from '@upaj/contract/places';
import { placeNamesIn } from '#src/platform/texts.ts';
import { districtAliases, stateAliases } from './place-aliases.ts';
import { districtSynonyms, stateSynonyms } from './place-synonyms.ts';

export interface NamedPlace {
  state: State;
  district?: string;
  /** The official English name, the Hindi one, then all others. */
  names: readonly string[];
}

type Names = Readonly<Record<string, readonly string[] | undefined>>;

/** The portals' names of districts of Sikkim and Tripura. */
const directions = new Set(['North', 'South', 'East', 'West']);

/** All states and districts with every name that people write. A name may belong to several. */
export function namedPlaces(): NamedPlace[] {
  const hindi = placeNamesIn('hi');
  const namesOf = (name: string, aliases: Names = {}, synonyms: Names = {}) => {
    const others = [...(aliases[name] ?? []), ...(synonyms[name] ?? [])];
    return [name, hindi[name] ?? name, ...others.filter((other) => !directions.has(other))];
  };
  return states.flatMap((state) => [
    { state, names: namesOf(state, stateAliases, stateSynonyms) },
    ...districtsOf(state).map((district) => ({
      state,
      district,
      names: namesOf(district, districtAliases[state], districtSynonyms[state]),
    })),
  ]);
}
