import { readCsv } from '#src/platform/read-csv.ts';
import type { Place } from './place-names.ts';

const placeByPincode = new Map<number, Place>();

for (const { state, district, pincodes } of readCsv<'state' | 'district' | 'pincodes'>(
  new URL('pincodes.csv', import.meta.url),
)) {
  const place = { state, district };
  for (const range of pincodes.split(' ')) {
    const [first = 0, last = first] = range.split('-').map(Number);
    for (let pincode = first; pincode <= last; pincode++) placeByPincode.set(pincode, place);
  }
}

export function placeOfPincode(pincode: string): Place | undefined {
  return placeByPincode.get(Number(pincode));
}
