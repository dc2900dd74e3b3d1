import { useEffect, useState } from 'react';

/** A pause between two presses of the same button: whole seconds left, 0 when it is over. */
export function useWait(atFirst = 0): { seconds: number; begin: (seconds: number) => void } {
  const [now, setNow] = useState(Date.now);
  const [end, setEnd] = useState(now + atFirst * 1000);
  const seconds = Math.max(0, Math.ceil((end - now) / 1000));
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return {
    seconds,
    begin: (length) => {
      const start = Date.now();
      setNow(start);
      setEnd(start + length * 1000);
    },
  };
}
