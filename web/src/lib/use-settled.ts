import { useEffect, useState } from 'react';

/** The value once it has not changed for a moment: a search that does not call at every letter. */
export function useSettled<T>(value: T, after = 300): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), after);
    return () => clearTimeout(timer);
  }, [value, after]);
  return settled;
}
