import { districtsOf, states } from '@upaj/contract/places';
import { districtCentres, type Coordinates } from './district-centres.ts';
import type { Place } from './place-names.ts';

const EARTH_RADIUS_KM = 6371;
/** Roads are usually about this much longer than the straight line. */
const DETOUR = 1.3;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Undefined unless both names are official ones of contract/src/places.ts. */
export function centreOf(state: string, district: string): Coordinates | undefined {
  const ofState: Record<string, Readonly<Record<string, Coordinates>>> = districtCentres;
  const centres = Object.hasOwn(ofState, state) ? ofState[state] : undefined;
  return centres && Object.hasOwn(centres, district) ? centres[district] : undefined;
}

export function straightKm([fromLat, fromLng]: Coordinates, [toLat, toLng]: Coordinates): number {
  const half =
    Math.sin(radians(toLat - fromLat) / 2) ** 2 +
    Math.cos(radians(fromLat)) * Math.cos(radians(toLat)) * Math.sin(radians(toLng - fromLng) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(half));
}

/** 0 within a district; too short where hills or a river are in the way. */
export function roadKm(from: Coordinates, to: Coordinates): number {
  return Math.round(straightKm(from, to) * DETOUR);
}

const keyOf = ({ state, district }: Place) => `${district}, ${state}`;

const districts: readonly Place[] = states.flatMap((state) =>
  districtsOf(state).map((district) => ({ state, district })),
);
const numbers: ReadonlyMap<string, number> = new Map(
  districts.map((place, number) => [keyOf(place), number]),
);

/** To each district, by number; 2 kB for each district that people look from. */
const kmFrom = new Map<number, Uint16Array>();

function kmToAll(from: number): Uint16Array {
  let km = kmFrom.get(from);
  if (!km) {
    const centres = districts.map(({ state, district }) => centreOf(state, district));
    const centre = centres[from];
    km = Uint16Array.from(centres, (to) => (centre && to ? roadKm(centre, to) : 0));
    kmFrom.set(from, km);
  }
  return km;
}

/** By road, roughly; null when a district is unknown. */
export function kmBetween(from: Place, to: Place): number | null {
  const [a, b] = [numbers.get(keyOf(from)), numbers.get(keyOf(to))];
  return a === undefined || b === undefined ? null : (kmToAll(a)[b] ?? null);
}

/** Nearest first; empty when the district is unknown. */
export function districtsAround(from: Place, withinKm = Infinity): Place[] {
  const number = numbers.get(keyOf(from));
  if (number === undefined) return [];
  const km = kmToAll(number);
  const kmTo = (place: number) => km[place] ?? 0;
  return [...districts.keys()]
    .filter((place) => kmTo(place) <= withinKm)
    .toSorted((a, b) => kmTo(a) - kmTo(b) || a - b)
    .flatMap((place) => districts[place] ?? []);
}
