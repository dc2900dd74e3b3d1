import { lazy, Suspense } from 'react';
import { Pending } from './pending.tsx';

const NotFound = lazy(async () => ({ default: (await import('./not-found.tsx')).NotFound }));

/** Rarely seen, and it brings the bars around a member's screens along. */
export function LazyNotFound() {
  return (
    <Suspense fallback={<Pending wholeScreen />}>
      <NotFound />
    </Suspense>
  );
}
