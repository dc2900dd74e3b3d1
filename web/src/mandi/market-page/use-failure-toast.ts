import { useEffect, useRef, useState } from 'react';
import { toast } from '#ui/toast.ts';

/** Tells once of each failure that happens while the screen is open: a query remembers its last one for long. */
export function useFailureToast(failedAt: number, text: string): void {
  const [openedAt] = useState(() => Date.now());
  const toldAt = useRef(openedAt - 1);
  useEffect(() => {
    if (failedAt <= toldAt.current) return;
    toldAt.current = failedAt;
    toast.error(text);
  }, [failedAt, text]);
}
