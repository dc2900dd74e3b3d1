import LoaderCircle from 'lucide-react/icons/loader-circle';

export function SpinnerIcon({ size = 20 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="animate-spin" />;
}

/** Fills the place of what is still coming. The label is read aloud, and shown unless `quiet`. */
export function Spinner({ label, quiet = false }: { label: string; quiet?: boolean }) {
  return (
    <div role="status" className="flex min-h-40 flex-col items-center justify-center gap-3 p-6 text-soft">
      <SpinnerIcon size={32} />
      <span className={quiet ? 'sr-only' : undefined}>{label}</span>
    </div>
  );
}
