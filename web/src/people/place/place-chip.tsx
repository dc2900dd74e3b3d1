import ChevronDown from 'lucide-react/icons/chevron-down';
import MapPin from 'lucide-react/icons/map-pin';
import { lazy, Suspense, useState } from 'react';
import { loadTexts, usePlaceName, useT } from '#i18n/locale.ts';
import { useSignal } from '#lib/signal.ts';
import { hasJustEntered, useUser } from '#people/users/session.ts';
import { Chip } from '#ui/chip.tsx';
import { addressPlaceOf, markAsked, usePlace, wasAsked } from './place.ts';

const PlaceSheet = lazy(async () => {
  const [sheet] = await Promise.all([import('./place-sheet.tsx'), loadTexts('place')]);
  return { default: sheet.PlaceSheet };
});

/** Shows the user's place and opens the sheet that changes it. */
export function PlaceChip({ onChosen }: { onChosen?: () => void }) {
  const t = useT('common');
  const place = usePlace();
  const placeName = usePlaceName();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Chip pressed={false} onPress={() => setOpen(true)}>
        <MapPin size={18} aria-hidden className="shrink-0" />
        {place ? (
          <>
            <span className="sr-only">{t('yourPlace')}</span>
            <span className="max-w-25 truncate sm:max-w-34">{placeName(place.district)}</span>
            <ChevronDown size={18} aria-hidden className="max-sm:hidden" />
          </>
        ) : (
          <span className="text-left text-note leading-tight! whitespace-normal">{t('choosePlace')}</span>
        )}
      </Chip>
      {isOpen && (
        <Suspense fallback={null}>
          <PlaceSheet onClose={() => setOpen(false)} onChosen={onChosen} />
        </Suspense>
      )}
    </>
  );
}

/** Asks a member without a place for one, once after a log-in. */
export function PlaceQuestion() {
  const user = useUser();
  const isNew = useSignal(hasJustEntered);
  const [isAsking, setAsking] = useState(false);
  if (!isAsking && isNew && user?.isComplete && !addressPlaceOf(user) && !wasAsked(user._id)) setAsking(true);
  if (!isAsking || !user) return null;
  const close = () => {
    markAsked(user._id);
    hasJustEntered.set(false);
    setAsking(false);
  };
  return (
    <Suspense fallback={null}>
      <PlaceSheet isQuestion onClose={close} />
    </Suspense>
  );
}
