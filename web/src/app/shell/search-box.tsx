import { useNavigate, useSearch } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import type { FormEvent } from 'react';
import { useT } from '#i18n/locale.ts';

/** Goes to the crops that match; it shows what the list at hand was searched for. */
export function SearchBox({ autoFocus = false, onDone }: { autoFocus?: boolean; onDone?: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const { q = '' } = useSearch({ strict: false });

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    onDone?.();
    void navigate({ to: '/Crops', search: words ? { q: words } : {} });
  };

  return (
    <form role="search" onSubmit={onSubmit} className="relative">
      <Search
        size={19}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto text-on-bar"
      />
      <input
        key={q}
        type="search"
        name="q"
        defaultValue={q}
        maxLength={100}
        autoFocus={autoFocus}
        autoComplete="off"
        enterKeyHint="search"
        aria-label={t.shell.searchHint}
        placeholder={t.shell.searchHint}
        className="h-11 w-full rounded-control border border-on-bar-line bg-on-bar-wash pr-3 pl-10 text-on-bar text-ellipsis placeholder:text-on-bar placeholder:opacity-80"
      />
    </form>
  );
}
