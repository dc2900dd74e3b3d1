import { useEffect, useRef, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import type { Place } from './place.ts';

/** Rounds to a hundredth of a degree, about a kilometre, which is enough to find a district. */
const round = (degrees: number) => Math.round(degrees * 100) / 100;

/** Finds the nearest district to this device. Its position goes to Upaj's server only, which does not store it. */
export function useLocate(onFound: (place: Place) => void) {
  const t = useT('place');
  const [isLocating, setLocating] = useState(false);
  const [located, setLocated] = useState<Place>();
  const [failure, setFailure] = useState('');
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);

  async function find({ coords }: GeolocationPosition): Promise<void> {
    try {
      const query = { latitude: round(coords.latitude), longitude: round(coords.longitude) };
      const { data } = await api('GET /api/v1/places/nearest', { query });
      if (!isOpen.current) return;
      setLocated(data);
      onFound(data);
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setLocating(false);
    }
  }

  function locate(): void {
    setFailure('');
    setLocated(undefined);
    // On plain http, browsers lack it or say that the user refused.
    if (!window.isSecureContext) return setFailure(t('needsHttps'));
    if (!('geolocation' in navigator)) return setFailure(t('notLocated'));
    setLocating(true);
    navigator.geolocation.getCurrentPosition(
      (position) => void find(position),
      ({ code, PERMISSION_DENIED }) => {
        setLocating(false);
        setFailure(t(code === PERMISSION_DENIED ? 'denied' : 'notLocated'));
      },
      { timeout: 15_000, maximumAge: 10 * 60_000 },
    );
  }

  return { locate, isLocating, located, failure };
}
