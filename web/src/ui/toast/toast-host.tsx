import { useEffect, useState, type ComponentType } from 'react';
import { connectToaster } from './toast.ts';

/** In ms. The toaster is loaded this long after the first screen, so that it can report a later loss of connection. */
const fetchAhead = 5_000;

/** Does not use React's `lazy`, which would break the whole app if the code does not load. */
export function ToastHost() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(() => {
    const load = async () => {
      const { AppToaster } = await import('./toaster.tsx');
      setToaster(() => AppToaster);
    };
    connectToaster(load);
    const timer = setTimeout(() => void load().catch(() => undefined), fetchAhead);
    return () => clearTimeout(timer);
  }, []);
  return Toaster ? <Toaster /> : null;
}
