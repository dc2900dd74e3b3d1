import { onlineManager, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore, type Ref } from 'react';
import { useLocale } from '#i18n/locale.ts';
import { useSettled } from '#lib/use-time.ts';
import { suggestionsQuery } from './api.ts';
import { RecentSearches } from './recent-list.tsx';
import type { Listbox, PopupHandle } from './popup-handle.ts';
import { SuggestionList } from './suggestion-list.tsx';

interface SearchPopupProps {
  ref: Ref<PopupHandle>;
  text: string;
  ownerId: string | undefined;
  onListbox: (listbox: Listbox | undefined) => void;
  onSearch: (words: string) => void;
  /** Called when the user opens a person or a post. */
  onLeave: () => void;
  /** Called when the focus must go back to the field. */
  onField: () => void;
}

/** The popup waits this long after a key before it asks for suggestions, in ms. */
const pause = 150;

export function SearchPopup({ text, ref, ownerId, onListbox, onSearch, onLeave, onField }: SearchPopupProps) {
  const locale = useLocale();
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const settled = useSettled(text, pause);
  const { data } = useQuery(suggestionsQuery(text === '' || !isOnline ? '' : settled, locale));
  const isTyped = text !== '' && isOnline;
  return (
    // Pressing a button must not take the focus: some browsers close the list before the click.
    // oxlint-disable-next-line no-static-element-interactions -- see above
    <div
      onMouseDown={(event) => event.preventDefault()}
      className={
        'absolute inset-x-0 top-full z-20 max-h-[calc(100dvh-12rem)] overflow-y-auto overscroll-contain bg-card ' +
        'text-ink shadow-lg empty:hidden md:mt-1.5 md:max-h-[min(34rem,calc(100dvh-6rem))] md:rounded-control'
      }
    >
      {!isTyped && <RecentSearches ref={ref} ownerId={ownerId} onSearch={onSearch} onField={onField} />}
      {isTyped && data && (
        <SuggestionList
          ref={ref}
          suggestions={data}
          onListbox={onListbox}
          onSearch={onSearch}
          onLeave={onLeave}
        />
      )}
    </div>
  );
}
