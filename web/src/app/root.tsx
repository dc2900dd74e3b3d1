import { Outlet } from '@tanstack/react-router';
import { useFocusOnArrival } from '#lib/use-focus-on-arrival.ts';

export function Root() {
  useFocusOnArrival();
  return <Outlet />;
}
