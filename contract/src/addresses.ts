import * as z from 'zod/mini';
import { say } from './field-messages.ts';
import { pincodeSchema, requiredText } from './fields.ts';
import { districtsOf, isState } from './places.ts';

/** Each field is '' until the user fills it in. */
export const addressSchema = z.object({
  state: z.string(),
  district: z.string(),
  city: z.string(),
  village: z.string(),
  pincode: z.string(),
});

/** Forms check these fields with `districtIsOfState` as well. */
export const addressFields = {
  state: requiredText('stateRequired').check(z.refine(isState, say('stateInvalid'))),
  district: requiredText('districtRequired'),
  city: requiredText('cityRequired'),
  village: requiredText('villageRequired'),
  pincode: pincodeSchema,
};

export const districtIsOfState = z.refine<{ state: string; district: string }>(
  ({ state, district }) => districtsOf(state).includes(district),
  { path: ['district'], error: say('districtInvalid'), when: ({ value }) => isPlace(value) },
);

function isPlace(value: unknown): value is { state: string; district: string } {
  const place = value as { state?: unknown; district?: unknown } | null;
  return (
    typeof place?.state === 'string' &&
    isState(place.state) &&
    typeof place.district === 'string' &&
    place.district !== ''
  );
}
