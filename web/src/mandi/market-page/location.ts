import type { Location } from '@upaj/contract/mandi/market-page';
import type { Account } from '@upaj/contract/people/profiles';
import { usePlaceName } from '#i18n/locale.ts';

// This file is part of the first load of every screen, so it must not import the long list of places. `readLocation`
// of the contract does, and also checks that the place exists.

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
