import { Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { isUnreachableError } from '#lib/api-errors.ts';
import { reloadOnce } from '#lib/reload.ts';
import { dismissQuestion } from '#ui/confirm.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Pending } from './guards.tsx';

export function Root() {
  useFocusOnArrival();
  useDismissOnLeaving();
  return <Outlet />;
}

/** After a navigation the focus starts at the content, unless the user is already typing. */
function useFocusOnArrival(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation || document.activeElement instanceof HTMLInputElement) return;
        document.getElementById('content')?.focus({ preventScroll: true });
      }),
    [router],
  );
}

function useDismissOnLeaving(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ hrefChanged }) => {
        if (hrefChanged) dismissQuestion();
      }),
    [router],
  );
}

/** Reloads the page, which also loads a new release. */
const reload = () => window.location.reload();

export function RouteError({ error }: ErrorComponentProps) {
  const t = useT('common');
  const isChunk = error instanceof Error && /import|module|fetch/i.test(error.message);
  const isOffline = isUnreachableError(error);
  const [isRetrying, setRetrying] = useState(false);
  useEffect(() => {
    // The error of a failed screen stays until the page is loaded again.
    if (isOffline && navigator.onLine) reloadOnce();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isOffline]);
  const retry = () => {
    setRetrying(true);
    // The page is reloaded only if the server responds: otherwise what can still be read would be lost.
    fetch('/readyz').then(reload, () => setRetrying(false));
  };
  return (
    <ErrorState
      heading="h1"
      title={isChunk ? t('offlineTitle') : undefined}
      text={isChunk ? t('offlineText') : t('unexpected')}
      onRetry={retry}
      isRetrying={isRetrying}
    />
  );
}

const NotFound = lazy(async () => ({ default: (await import('./not-found.tsx')).NotFound }));

/** The screen is lazy, because it is rare and imports the shell. */
export function LazyNotFound() {
  return (
    <Suspense fallback={<Pending wholeScreen />}>
      <NotFound />
    </Suspense>
  );
}
