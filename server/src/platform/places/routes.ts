import { pincodeSchema } from '@upaj/contract/fields';
import * as z from 'zod/mini';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import { publicRoute, type Route } from '#src/platform/http/route.ts';
import { nearestDistrict } from './distance.ts';
import { readCsv } from '#src/platform/read-csv.ts';
import type { Place } from './place-names.ts';

const week = 7 * 24 * 60 * 60;

export function placesRoutes(): Route[] {
  return [
    publicRoute('GET /api/v1/pincodes/:pincode', async ({ params, reply }) => {
      const { success, data: pincode } = z.safeParse(pincodeSchema, params.pincode);
      if (!success) throw invalidField('pincode', 'pincodeInvalid');
      const place = placeOfPincode(pincode);
      if (!place) throw new AppError('PINCODE_NOT_FOUND');
      reply.header('cache-control', `public, max-age=${week}`);
      return { message: 'Pincode', data: { pincode, ...place } };
    }),

    publicRoute('GET /api/v1/places/nearest', async ({ query: { latitude, longitude } }) => {
      const place = nearestDistrict([latitude, longitude]);
      if (!place) throw new AppError('PLACE_NOT_FOUND');
      return { message: 'Place', data: place };
    }),
  ];
}

let placeByPincode: ReadonlyMap<number, Place> | undefined;

export function placeOfPincode(pincode: string): Place | undefined {
  placeByPincode ??= readPincodes();
  return placeByPincode.get(Number(pincode));
}

function readPincodes(): ReadonlyMap<number, Place> {
  const places = new Map<number, Place>();
  for (const { state, district, pincodes } of readCsv<'state' | 'district' | 'pincodes'>(
    new URL('pincodes.csv', import.meta.url),
  )) {
    const place = { state, district };
    for (const range of pincodes.split(' ')) {
      const [first = 0, last = first] = range.split('-').map(Number);
      for (let pincode = first; pincode <= last; pincode++) places.set(pincode, place);
    }
  }
  return places;
}
