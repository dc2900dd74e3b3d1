import { districtCentres, type Coordinates } from './district-centres.ts';

const EARTH_RADIUS_KM = 6371;
/** How much longer the road is than the bee line, by the usual rule of thumb. */
const DETOUR = 1.3;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Where the district has its centre; undefined when the names are not exactly those of contract/src/places.ts. */
export function centreOf(state: string, district: string): Coordinates | undefined {
  const ofState: Record<string, Readonly<Record<string, Coordinates>>> = districtCentres;
  const centres = Object.hasOwn(ofState, state) ? ofState[state] : undefined;
  return centres && Object.hasOwn(centres, district) ? centres[district] : undefined;
}

/** The distance over the surface of the Earth, in km, by the haversine formula. */
export function straightKm([fromLat, fromLng]: Coordinates, [toLat, toLng]: Coordinates): number {
  const half =
    Math.sin(radians(toLat - fromLat) / 2) ** 2 +
    Math.cos(radians(fromLat)) * Math.cos(radians(toLat)) * Math.sin(radians(toLng - fromLng) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(half));
}

/**
 * About how far it is by road, in whole km. An estimate between the centres of two districts, not between a farm
 * and a mandi: 0 within a district, and wrong where a hill range or a river without a bridge is in the way.
 */
export function roadKm(from: Coordinates, to: Coordinates): number {
  return Math.round(straightKm(from, to) * DETOUR);
}
