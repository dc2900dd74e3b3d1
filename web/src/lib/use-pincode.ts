import { useQuery } from '@tanstack/react-query';
import { latinDigits } from '@upaj/contract/latin-digits';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from './api.ts';
import { errorText, isApiError } from './api-errors.ts';

interface AddressValues {
  pincode: string;
  state: string;
  district: string;
}

/**
 * Fills in the state and district of a pincode when its six digits are typed, if the two fields are empty or were filled in
 * by a pincode before. The district follows one render after the state, when its select has the options. Returns a note for
 * the field: `<DigitsField note={usePincode(…)} />`.
 */
export function usePincode(
  values: AddressValues,
  fill: (field: 'state' | 'district', value: string) => void,
): string {
  const pincode = latinDigits(values.pincode).replace(/\s/g, '');
  // The pincode that the form begins with was not typed, so nothing is filled in for it.
  const [start, setStart] = useState<string | null>(pincode);
  if (start !== null && start !== pincode) setStart(null);
  const { data: place, error } = useQuery({
    queryKey: ['pincode', pincode],
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/pincodes/:pincode', { params: { pincode }, signal })).data,
    enabled: start === null && /^[1-9]\d{5}$/.test(pincode),
    staleTime: Infinity,
    retry: false,
  });

  const filled = useRef({ state: '', district: '' });
  const doneWith = useRef<unknown>(undefined);
  const fillIn = useEffectEvent(() => {
    if (!place || doneWith.current === place) return;
    const isFree = (field: 'state' | 'district') => ['', filled.current[field]].includes(values[field]);
    const set = (field: 'state' | 'district', value: string) => {
      filled.current[field] = value;
      fill(field, value);
    };
    if (values.state !== place.state && isFree('state') && isFree('district')) {
      set('district', '');
      set('state', place.state);
      return;
    }
    doneWith.current = place;
    if (values.state === place.state && isFree('district')) set('district', place.district);
  });
  useEffect(() => fillIn(), [place, values.state]);

  return isApiError(error, 'PINCODE_NOT_FOUND') ? errorText(error) : '';
}
