import { Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useT } from '#i18n/locale.ts';
import { dismissQuestion } from '#ui/confirm.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Pending } from './guards.tsx';

export function Root() {
  useFocusOnArrival();
  useDismissOnLeaving();
  return <Outlet />;
}

/** After navigation, the focus starts at the content, unless somebody is typing by then. */
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

/** A reload also picks up a new release. */
export function RouteError({ error }: ErrorComponentProps) {
  const t = useT('common');
  const isChunk = error instanceof Error && /import|module|fetch/i.test(error.message);
  return (
    <ErrorState
      heading="h1"
      text={isChunk ? t('networkError') : t('unexpected')}
      onRetry={() => window.location.reload()}
    />
  );
}

const NotFound = lazy(async () => ({ default: (await import('./not-found.tsx')).NotFound }));

/** Lazy, because it is rare and imports the shell. */
export function LazyNotFound() {
  return (
    <Suspense fallback={<Pending wholeScreen />}>
      <NotFound />
    </Suspense>
  );
}
