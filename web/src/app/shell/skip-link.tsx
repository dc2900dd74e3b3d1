import { useT } from '#i18n/locale.ts';

export function SkipLink() {
  const t = useT();
  return (
    <a
      href="#content"
      className="sr-only z-40 rounded-control bg-card px-4 py-3 font-semibold text-leaf focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      {t.shell.skipToContent}
    </a>
  );
}
