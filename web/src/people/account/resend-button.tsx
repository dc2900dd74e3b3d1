import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';

/** In seconds, long enough for the first email to arrive. */
export const resendWait = 60;

interface ResendButtonProps {
  label: string;
  waitLabel: (seconds: number) => string;
  seconds: number;
  isBusy: boolean;
  onPress: () => void;
  icon?: ReactNode;
}

/** The button is never disabled, because it would then lose the focus. */
export function ResendButton({ label, waitLabel, seconds, isBusy, onPress, icon }: ResendButtonProps) {
  const isWaiting = seconds > 0;
  return (
    <Button
      variant="line"
      busy={isBusy}
      aria-disabled={isWaiting || undefined}
      icon={icon}
      onClick={() => {
        if (!isWaiting) onPress();
      }}
      className={isWaiting ? 'opacity-60 hover:opacity-60' : ''}
    >
      {isWaiting ? waitLabel(seconds) : label}
    </Button>
  );
}

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
