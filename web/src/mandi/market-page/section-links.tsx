import { useTexts } from '#i18n/locale.ts';

/** Phones and tablets: everything stands below each other, and the rates are long. */
export function SectionLinks({ links }: { links: readonly { id: string; label: string }[] }) {
  const texts = useTexts('market');
  const go = (id: string) => {
    const target = document.getElementById(id);
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  };
  return (
    <nav aria-label={texts.onThisPage} className="lg:hidden">
      <ul className="-mx-3.5 scroll-row gap-5 border-b border-line px-3.5">
        {links.map(({ id, label }) => (
          <li key={id} className="shrink-0">
            <button type="button" onClick={() => go(id)} className="min-h-11 font-semibold text-leaf">
              {label}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
