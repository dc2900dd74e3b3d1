import type { Account } from '@upaj/contract/people/profiles';
import { makeSignal, useSignal } from '#lib/signal.ts';
import { deviceTexts } from '#lib/storage.ts';
import { useUser } from '#people/users/session.ts';

export interface Place {
  state: string;
  district: string;
}

type Owner = Pick<Account, '_id' | 'address'> | null | undefined;

const key = 'upaj-place';
const askedKey = 'upaj-place-asked';

/** Holds the place that a user chose on this device: their id, the state and the district. */
const stored = makeSignal(deviceTexts.read(key) ?? '');

/** Returns undefined if the user chose no place on this device: the server then uses the address by itself. */
export function chosenPlaceOf(user: Owner): Place | undefined {
  const [ownerId, state = '', district = ''] = stored.get().split('\n');
  return user && ownerId === user._id && district ? { state, district } : undefined;
}

/** Returns where lists, prices and searches start: the place chosen on this device, else that of the address. */
export function placeOf(user: Owner): Place | undefined {
  return chosenPlaceOf(user) ?? addressPlaceOf(user);
}

export function addressPlaceOf(user: Owner): Place | undefined {
  const { state = '', district = '' } = user?.address ?? {};
  return state && district ? { state, district } : undefined;
}

export function usePlace(): Place | undefined {
  useSignal(stored);
  return placeOf(useUser());
}

export function useChosenPlace(): Place | undefined {
  useSignal(stored);
  return chosenPlaceOf(useUser());
}

export function choosePlace(user: NonNullable<Owner>, { state, district }: Place): void {
  const own = addressPlaceOf(user);
  if (own?.state === state && own.district === district) return clearPlace();
  write([user._id, state, district].join('\n'));
}

/** Deletes the place chosen on this device. Log-out deletes it too, because phones are shared. */
export function clearPlace(): void {
  write('');
}

/** A user who skipped the question on this device is not asked again. */
export function wasAsked(userId: string): boolean {
  return deviceTexts.read(askedKey) === userId;
}

export function markAsked(userId: string): void {
  deviceTexts.write(askedKey, userId);
}

function write(text: string): void {
  stored.set(text);
  deviceTexts.write(key, text || undefined);
}
