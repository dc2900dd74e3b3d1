import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Another screen: screen readers and the Tab key start at its content, not where the pressed link was. */
export function useFocusOnArrival(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) document.getElementById('content')?.focus({ preventScroll: true });
      }),
    [router],
  );
}
