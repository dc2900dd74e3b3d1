import { useEffect, useState, type ComponentType } from 'react';
import { connectToaster } from './toast.ts';

/** Behind everything that the first screen needs; by then so that a line that breaks later can be told of. */
const fetchAhead = 5_000;

/**
 * Stands once, beside the app; the toaster itself comes with the first toast, or a little after the first screen. Not
 * by React's `lazy`, which takes the whole app down when its code cannot be had.
 */
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
