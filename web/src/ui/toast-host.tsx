import { lazy, Suspense, useEffect, useState } from 'react';
import { connectToaster } from './toast.ts';

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).AppToaster }));

/** Stands once, beside the app; the toaster itself comes with the first toast. */
export function ToastHost() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => connectToaster(setWanted), []);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}
