import { districtCentres, type Coordinates } from './district-centres.ts';

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
