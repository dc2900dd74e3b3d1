import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';

/** Between two mails, in seconds: time enough for the first one to arrive. */
export const resendWait = 60;

interface ResendButtonProps {
  label: string;
  waitLabel: (seconds: number) => string;
  seconds: number;
  isBusy: boolean;
  onPress: () => void;
  icon?: ReactNode;
}

/** Keeps the focus while it waits, which a disabled button would lose. */
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
