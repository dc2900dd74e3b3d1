import { Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useT } from '#i18n/locale.ts';
import { ErrorState } from '#ui/states.tsx';
import { Pending } from './guards.tsx';

export function Root() {
  useFocusOnArrival();
  return <Outlet />;
}

/** Another screen: screen readers and the Tab key start at its content, not where the pressed link was. */
function useFocusOnArrival(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) document.getElementById('content')?.focus({ preventScroll: true });
      }),
    [router],
  );
}

/** A screen that broke, or whose code did not come over the line. Loading afresh also takes a new release. */
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

/** Rarely seen, and it brings the bars around a member's screens along. */
export function LazyNotFound() {
  return (
    <Suspense fallback={<Pending wholeScreen />}>
      <NotFound />
    </Suspense>
  );
}
