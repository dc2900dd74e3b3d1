import { Link } from '@tanstack/react-router';

/** Both names, whatever the language: it is how people read the sign over a shop. */
export function Brand() {
  return (
    <Link to="/" className="flex min-h-11 items-center gap-2 text-title font-bold">
      <span lang="en">Upaj</span>
      <span lang="hi" className="text-base font-medium opacity-80">
        उपज
      </span>
    </Link>
  );
}
