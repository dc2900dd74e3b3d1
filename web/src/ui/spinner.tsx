import LoaderCircle from 'lucide-react/icons/loader-circle';
import { cx } from './cx.ts';

export function SpinnerIcon({ size = 20 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="animate-spin" />;
}

interface SpinnerProps {
  label: string;
  /** Only read aloud. */
  quiet?: boolean;
  /** Stands for the whole screen, in its middle. */
  wholeScreen?: boolean;
}

/** Fills the place of what is still coming. */
export function Spinner({ label, quiet = false, wholeScreen = false }: SpinnerProps) {
  return (
    <div
      role="status"
      className={cx(
        'flex flex-col items-center justify-center gap-3 p-6 text-soft',
        wholeScreen ? 'min-h-screen' : 'min-h-40',
      )}
    >
      <SpinnerIcon size={32} />
      <span className={quiet ? 'sr-only' : undefined}>{label}</span>
    </div>
  );
}
