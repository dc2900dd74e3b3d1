import { useEffect, useState, type ComponentType } from 'react';
import { connectToaster } from './toast.ts';

/** After the first screen, so that a lost connection can be reported. */
const fetchAhead = 5_000;

/** Not React's `lazy`, which fails the whole app if the code does not load. */
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
