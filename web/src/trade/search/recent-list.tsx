import History from 'lucide-react/icons/history';
import X from 'lucide-react/icons/x';
import { useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { useT } from '#i18n/locale.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { clearSearches, readSearches, removeSearch } from './recent-searches.ts';
import type { PopupHandle } from './popup-handle.ts';

interface RecentSearchesProps {
  ref: Ref<PopupHandle>;
  ownerId: string | undefined;
  onSearch: (words: string) => void;
  onField: () => void;
}

/** These are buttons, not options, because an option may not contain the button that removes it. */
export function RecentSearches({ ref, ownerId, onSearch, onField }: RecentSearchesProps) {
  const t = useT('search');
  const [searches, setSearches] = useState(() => readSearches(ownerId));
  const list = useRef<HTMLUListElement>(null);
  const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-search]') ?? [])];
  useImperativeHandle(ref, () => ({
    onKey: (key) => {
      if (key !== 'ArrowDown' || searches.length === 0) return false;
      buttons()[0]?.focus();
      return true;
    },
  }));

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') onField();
    if (!step) return;
    event.preventDefault();
    const all = buttons();
    const current = all.findIndex((button) => button.parentElement?.contains(document.activeElement));
    const next = all[current + step];
    if (next) next.focus();
    else if (step < 0) onField();
  }

  if (searches.length === 0 || !ownerId) return null;
  return (
    // The section handles the keys of all buttons within.
    // oxlint-disable-next-line no-noninteractive-element-interactions -- see above
    <section aria-label={t('recent')} onKeyDown={onKeyDown}>
      <div className="flex items-center justify-between pt-1 pl-4">
        <span aria-hidden className="text-note font-semibold text-soft">
          {t('recent')}
        </span>
        <Button
          variant="quiet"
          onClick={() => {
            clearSearches();
            setSearches([]);
            onField();
          }}
        >
          {t('clearRecent')}
        </Button>
      </div>
      <ul ref={list} className="pb-1">
        {searches.map((words) => (
          <li key={words} className="flex items-center">
            <button
              type="button"
              data-search
              onClick={() => onSearch(words)}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-3 px-4 text-left -outline-offset-3 hover:bg-leaf-wash"
            >
              <History size={18} aria-hidden className="text-soft" />
              <span className="truncate">{words}</span>
            </button>
            <IconButton
              label={t('removeRecent', { words })}
              onClick={() => {
                removeSearch(ownerId, words);
                setSearches(readSearches(ownerId));
                onField();
              }}
              className="text-soft -outline-offset-3 hover:bg-leaf-wash"
            >
              <X size={18} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
