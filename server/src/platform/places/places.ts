import type { State } from '@upaj/contract/places';
import { readCsv } from '#src/platform/read-csv.ts';
import { allLanguages, placeNamesIn } from '#src/platform/texts.ts';

export type Coordinates = readonly [latitude: number, longitude: number];

interface OtherNames {
  /** The names in the data of the portals. */
  portalNames: readonly string[];
  /** Other names that people write. */
  otherNames: readonly string[];
}

export interface StateRow extends OtherNames {
  state: State;
  capital: string;
}

export interface DistrictRow extends OtherNames {
  state: State;
  district: string;
  centre: Coordinates;
}

const rows = readCsv<
  'state' | 'district' | 'capital' | 'latitude' | 'longitude' | 'portal_names' | 'other_names'
>(new URL('places.csv', import.meta.url));

const namesIn = (cell: string) => (cell ? cell.split('; ') : []);

const places: readonly (StateRow | DistrictRow)[] = rows.map(
  ({ state, district, capital, latitude, longitude, portal_names, other_names }) => ({
    state: state as State,
    ...(district ? { district, centre: [Number(latitude), Number(longitude)] } : { capital }),
    portalNames: namesIn(portal_names),
    otherNames: namesIn(other_names),
  }),
);

export const stateRows = places.filter((place) => 'capital' in place);
export const districtRows = places.filter((place) => 'district' in place);

export interface NamedPlace {
  state: State;
  district?: string;
  /** The official English name is first, then the Hindi one, then all others. */
  names: readonly string[];
  /** The names in the other languages, which people write as they are. */
  translations: readonly string[];
}

/** The portals call districts of Delhi, Sikkim and Tripura by these names. */
const directions = /^(?:Central|North|South|East|West|(?:North|South) (?:East|West))$/;

/** Returns all states and districts with every name that people write. A name may belong to several. */
export function namedPlaces(): NamedPlace[] {
  const hindi = placeNamesIn('hi');
  const catalogues = allLanguages.filter((language) => language !== 'en').map(placeNamesIn);
  return places.map(({ portalNames, otherNames, ...place }) => {
    const { state, district } = { district: undefined, ...place };
    const name = district ?? state;
    const others = [...portalNames, ...otherNames].filter((other) => !directions.test(other));
    const names = [name, hindi[name] ?? name, ...others];
    const translated = new Set(catalogues.map((catalogue) => catalogue[name] ?? name));
    const translations = [...translated].filter((other) => !names.includes(other));
    return { state, ...(district && { district }), names, translations };
  });
}
