import { districtsOf, isState } from '@upaj/contract/places';
import { splitLocation } from './location.ts';

export function knownLocation(text: string | undefined): string | undefined {
  const { state, district } = splitLocation(text ?? '');
  if (!isState(state)) return undefined;
  return district === undefined || districtsOf(state).includes(district) ? text : undefined;
}
