import { timings } from '@upaj/contract/limits';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Toaster } from 'sonner';
import { useT } from '#i18n/locale.ts';
import { toasterIsReady } from './toast.ts';
import { topModal } from '#ui/dialog.tsx';
import { SpinnerIcon } from '#ui/loading.tsx';

// Sonner positions each toast by its age. A flex list puts errors first instead.
const listClass = 'pointer-events-none flex flex-col gap-3.5';
const toastClass =
  'pointer-events-auto relative! [--offset:0px]! flex w-full items-center gap-3 rounded-control border border-line bg-card p-3.5 text-base text-ink shadow-lg';

export function AppToaster() {
  const t = useT('shell');
  useEffect(toasterIsReady, []);
  const [place] = useState(() => document.createElement('div'));
  // Toasts move into the open dialog, because it covers everything outside. Moving the element keeps the toasts.
  useLayoutEffect(() => {
    const move = () => (topModal.get() ?? document.body).append(place);
    move();
    const unsubscribe = topModal.subscribe(move);
    return () => {
      unsubscribe();
      place.remove();
    };
  }, [place]);
  return createPortal(
    <Toaster
      customAriaLabel={t('notifications')}
      className={listClass}
      position="top-right"
      // Without `expand`, toasts are stacked and a later success would cover an error.
      expand
      style={{ fontFamily: 'inherit' }}
      visibleToasts={timings.toast.atMost}
      offset={{ top: 72, right: 20 }}
      mobileOffset={{ top: 64, left: 12, right: 12 }}
      icons={{
        success: <CircleCheck size={22} aria-hidden className="text-leaf" />,
        error: <CircleAlert size={22} aria-hidden className="text-mirch" />,
        loading: <SpinnerIcon />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: toastClass,
          error: 'order-first',
          // Sonner positions its spinner relative to the nearest positioned box.
          icon: 'relative grid size-6 shrink-0 place-items-center',
          content: 'flex-1 whitespace-pre-line break-words min-w-0',
          actionButton: 'min-h-11 shrink-0 rounded-control px-3 font-semibold text-leaf hover:bg-leaf-wash',
        },
      }}
    />,
    place,
  );
}
