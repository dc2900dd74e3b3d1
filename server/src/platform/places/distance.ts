import type { Place } from './place-names.ts';
import { districtRows, type Coordinates } from './places.ts';

const EARTH_RADIUS_KM = 6371;
/** Roads are usually about this much longer than the straight line. */
const DETOUR = 1.3;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

const keyOf = ({ state, district }: Place) => `${district}, ${state}`;

const numbers: ReadonlyMap<string, number> = new Map(
  districtRows.map((place, number) => [keyOf(place), number]),
);

/** Returns undefined unless both names are official ones of contract/src/places.ts. */
export function centreOf(state: string, district: string): Coordinates | undefined {
  const number = numbers.get(keyOf({ state, district }));
  return number === undefined ? undefined : districtRows[number]?.centre;
}

export function straightKm([fromLat, fromLng]: Coordinates, [toLat, toLng]: Coordinates): number {
  const half =
    Math.sin(radians(toLat - fromLat) / 2) ** 2 +
    Math.cos(radians(fromLat)) * Math.cos(radians(toLat)) * Math.sin(radians(toLng - fromLng) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(half));
}

/** A point that is further than this from every centre is not in India. */
const FURTHEST_KM = 250;

export function nearestDistrict(position: Coordinates): Place | undefined {
  let nearest: { km: number; place: Place } | undefined;
  for (const { state, district, centre } of districtRows) {
    const km = straightKm(position, centre);
    if (km <= (nearest?.km ?? FURTHEST_KM)) nearest = { km, place: { state, district } };
  }
  return nearest?.place;
}

/** Estimates the distance by road. It is 0 within a district, and too short where hills or a river are in the way. */
export function roadKm(from: Coordinates, to: Coordinates): number {
  return Math.round(straightKm(from, to) * DETOUR);
}

/** Caches the distances to each district, by its number. They take 2 kB for each district that people look from. */
const kmFrom = new Map<number, Uint16Array>();

function kmToAll(from: number): Uint16Array {
  let km = kmFrom.get(from);
  if (!km) {
    const centre = districtRows[from]?.centre;
    km = Uint16Array.from(districtRows, (to) => (centre ? roadKm(centre, to.centre) : 0));
    kmFrom.set(from, km);
  }
  return km;
}

/** Estimates the distance by road. Null when a district is unknown. */
export function kmBetween(from: Place, to: Place): number | null {
  const [a, b] = [numbers.get(keyOf(from)), numbers.get(keyOf(to))];
  return a === undefined || b === undefined ? null : (kmToAll(a)[b] ?? null);
}

/** Lists the districts around a place, the nearest first. The list is empty if the district is unknown. */
export function districtsAround(from: Place, withinKm = Infinity): Place[] {
  const number = numbers.get(keyOf(from));
  if (number === undefined) return [];
  const km = kmToAll(number);
  const kmTo = (place: number) => km[place] ?? 0;
  return [...districtRows.keys()]
    .filter((place) => kmTo(place) <= withinKm)
    .toSorted((a, b) => kmTo(a) - kmTo(b) || a - b)
    .flatMap((place) => districtRows[place] ?? [])
    .map(({ state, district }) => ({ state, district }));
}
