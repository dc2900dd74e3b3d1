import type { Location } from '@upaj/contract/mandi/market-page';
import type { Account } from '@upaj/contract/people/profiles';
import { districtsOf, isState } from '@upaj/contract/places';
import { usePlaceName } from '#i18n/locale.ts';

// The contract's own parser would bring the places and the schemas.

export function splitLocation(text: string): Location {
  const comma = text.lastIndexOf(', ');
  return comma > 0 ? { district: text.slice(0, comma), state: text.slice(comma + 2) } : { state: text };
}

export function joinLocation({ state, district }: Location): string {
  return district ? `${district}, ${state}` : state;
}

export function locationOf(user: Pick<Account, 'address'> | null): string | undefined {
  const { state = '', district } = user?.address ?? {};
  return (state && joinLocation({ state, district })) || undefined;
}

export function useLocationName(): (text: string) => string {
  const placeName = usePlaceName();
  return (text) => {
    const { state, district } = splitLocation(text);
    return joinLocation({ state: placeName(state), district: district && placeName(district) });
  };
}

export function knownLocation(text: string | undefined): string | undefined {
  const { state, district } = splitLocation(text ?? '');
  if (!isState(state)) return undefined;
  return district === undefined || districtsOf(state).includes(district) ? text : undefined;
}
