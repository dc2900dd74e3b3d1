import { useNavigate, useSearch } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useRef, useState, type FocusEvent, type FormEvent, type KeyboardEvent } from 'react';
import { loadTexts, useT } from '#i18n/locale.ts';
import { isComposing } from '#lib/composing.ts';
import { useLoaded } from '#lib/use-loaded.ts';
import { useUser } from '#people/users/session.ts';
import { IconButton } from '#ui/button.tsx';
import { LazyMicrophone } from '#ui/microphone/lazy-microphone.tsx';
import type { Listbox, PopupHandle } from './popup-handle.ts';
import { addSearch } from './recent-searches.ts';

async function loadPopup() {
  const [{ SearchPopup }] = await Promise.all([import('./search-popup.tsx'), loadTexts('search')]);
  return { SearchPopup };
}

interface SearchBoxProps {
  autoFocus?: boolean;
  /** Called after the user left the screen or searched. */
  onDone?: () => void;
}

/**
 * This does not use Base UI's combobox, because its code would have to load before the field can be used: adding it
 * later would replace the field while somebody types.
 */
export function SearchBox({ autoFocus = false, onDone }: SearchBoxProps) {
  const t = useT('shell');
  const navigate = useNavigate();
  const ownerId = useUser()?._id;
  const { q = '' } = useSearch({ strict: false });
  const [text, setText] = useState(q);
  const [addressed, setAddressed] = useState(q);
  // The submitted words are stored because the user may type on while the search opens.
  const [submitted, setSubmitted] = useState<string>();
  if (q !== addressed) {
    setAddressed(q);
    if (q !== submitted) setText(q);
    setSubmitted(undefined);
  }
  const [isOpen, setOpen] = useState(false);
  const popup = useLoaded('search-popup', loadPopup, isOpen);
  const [listbox, setListbox] = useState<Listbox>();
  const handle = useRef<PopupHandle>(null);
  const input = useRef<HTMLInputElement>(null);

  const open = () => setOpen(true);
  const leave = () => {
    setOpen(false);
    input.current?.blur();
    onDone?.();
  };
  const search = (words: string) => {
    const known = words.trim();
    if (known && ownerId) addSearch(ownerId, known);
    setText(known);
    setSubmitted(known);
    leave();
    void navigate(known ? { to: '/search', search: { q: known } } : { to: '/Crops' });
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    search(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method uses these keys to choose among its words.
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape' && isOpen) setOpen(false);
    else if (!isOpen && event.key === 'ArrowDown') open();
    else if (!isOpen || !handle.current?.onKey(event.key)) return;
    event.preventDefault();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };

  return (
    // The form handles the blur events of everything within.
    // oxlint-disable-next-line no-noninteractive-element-interactions -- see above
    <form role="search" onSubmit={onSubmit} onBlur={onBlur} className="md:relative">
      <div className="relative">
        <Search
          size={19}
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3.5 my-auto text-on-bar"
        />
        <input
          ref={input}
          type="text"
          role="combobox"
          name="q"
          value={text}
          maxLength={100}
          autoFocus={autoFocus}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-label={t('searchHint')}
          aria-autocomplete="list"
          aria-expanded={isOpen && listbox !== undefined}
          aria-controls={isOpen ? listbox?.id : undefined}
          aria-activedescendant={isOpen ? listbox?.activeId : undefined}
          placeholder={t('searchHint')}
          onFocus={open}
          onClick={open}
          onChange={(event) => {
            setText(event.target.value);
            open();
          }}
          onKeyDown={onKeyDown}
          className="h-11 w-full rounded-control border border-on-bar-line bg-on-bar-wash pr-11 pl-10 text-on-bar text-ellipsis placeholder:text-on-bar placeholder:opacity-80"
        />
        <span className="absolute inset-y-0 right-0">
          {text ? (
            <IconButton
              label={t('clearSearch')}
              className="text-on-bar"
              onClick={() => {
                setText('');
                input.current?.focus();
              }}
            >
              <X size={19} aria-hidden />
            </IconButton>
          ) : (
            <LazyMicrophone className="text-on-bar" onSaid={search} />
          )}
        </span>
      </div>
      {isOpen && popup && (
        <popup.SearchPopup
          ref={handle}
          text={text.trim()}
          ownerId={ownerId}
          onListbox={setListbox}
          onSearch={search}
          onLeave={() => {
            setText(q);
            leave();
          }}
          onField={() => input.current?.focus()}
        />
      )}
    </form>
  );
}
