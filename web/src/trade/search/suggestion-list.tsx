import { useNavigate } from '@tanstack/react-router';
import type { FoundPlace, Suggestions } from '@upaj/contract/trade/search';
import MapPin from 'lucide-react/icons/map-pin';
import Wheat from 'lucide-react/icons/wheat';
import { useEffect, useId, useImperativeHandle, useState, type ReactNode, type Ref } from 'react';
import { langOf, usePlaceName, useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { useSettled } from '#lib/use-time.ts';
import { Avatar, VerifiedTick } from '#ui/avatar.tsx';
import { cx } from '#ui/cx.ts';
import { Photo } from '#ui/photos/photo.tsx';
import type { Listbox, PopupHandle } from './popup-handle.ts';
import { searchFor } from './words.ts';

interface SuggestionListProps {
  ref: Ref<PopupHandle>;
  suggestions: Suggestions;
  onListbox: (listbox: Listbox | undefined) => void;
  onSearch: (words: string) => void;
  onLeave: () => void;
}

interface Option {
  key: string;
  content: ReactNode;
  onChoose: () => void;
}

/** The focus stays in the field; the arrow keys move through the options. */
export function SuggestionList({ ref, suggestions, onListbox, onSearch, onLeave }: SuggestionListProps) {
  const t = useT('search');
  const listId = useId();
  const groups = useGroups(suggestions, onSearch, onLeave);
  const options = groups.flatMap((group) => group.options);
  const [moved, setMoved] = useState({ among: suggestions, to: -1 });
  const active = moved.among === suggestions ? moved.to : -1;
  const idOf = (index: number) => `${listId}-${index}`;
  const activeId = active < 0 ? undefined : idOf(active);
  const isEmpty = options.length === 0;

  useEffect(() => {
    onListbox(isEmpty ? undefined : { id: listId, activeId });
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [onListbox, listId, activeId, isEmpty]);
  useEffect(() => () => onListbox(undefined), [onListbox]);

  useImperativeHandle(ref, () => ({
    onKey: (key) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (step && !isEmpty) {
        // The arrow keys pass through the field itself, above the first and below the last option.
        const places = options.length + 1;
        setMoved({ among: suggestions, to: ((active + 1 + step + places) % places) - 1 });
        return true;
      }
      if (key !== 'Enter' || active < 0) return false;
      options[active]?.onChoose();
      return true;
    },
  }));

  const found = useSettled(t('found', { count: options.length }), 1_000);
  return (
    <>
      <p role="status" className="sr-only">
        {found}
      </p>
      {!isEmpty && (
        <div role="listbox" id={listId} aria-label={t('suggestions')} className="py-1">
          {groups.map(({ name, options: own }) => (
            <div key={name} role="group" aria-labelledby={`${listId}-${name}`}>
              <div id={`${listId}-${name}`} className="px-4 pt-2 pb-1 text-note font-semibold text-soft">
                {t(`groups.${name}`)}
              </div>
              {own.map((option) => {
                const index = options.indexOf(option);
                return (
                  // The field handles the keys.
                  // oxlint-disable-next-line click-events-have-key-events -- see above
                  <div
                    key={option.key}
                    id={idOf(index)}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === active}
                    onClick={option.onChoose}
                    className={cx(
                      'flex min-h-12 cursor-pointer items-center gap-3 px-4 py-1 hover:bg-leaf-wash',
                      index === active && 'bg-leaf-wash outline-2 -outline-offset-2 outline-leaf',
                    )}
                  >
                    {option.content}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

type GroupName = keyof Suggestions;

function useGroups(
  { crops, places, people, posts }: Suggestions,
  onSearch: (words: string) => void,
  onLeave: () => void,
): { name: GroupName; options: Option[] }[] {
  const tNames = useT('names');
  const placeName = usePlaceName();
  const navigate = useNavigate();
  const textOf = ({ state, district }: FoundPlace) =>
    searchFor({ state: placeName(state), district: district && placeName(district) });

  const groups: { name: GroupName; options: Option[] }[] = [
    {
      name: 'crops',
      options: crops.map(({ id, en, name }) => ({
        key: id,
        content: <Line icon={<Wheat size={20} />} text={name} note={name === en ? '' : en} />,
        onChoose: () => onSearch(name),
      })),
    },
    {
      name: 'places',
      options: places.map((place) => ({
        key: searchFor(place),
        content: <Line icon={<MapPin size={20} />} text={textOf(place)} note="" />,
        onChoose: () => onSearch(textOf(place)),
      })),
    },
    {
      name: 'people',
      options: people.map(({ _id, username, fullName, avatar, isVerified, verifiedFor, place }) => ({
        key: _id,
        content: (
          <>
            <Avatar name={fullName} src={avatar} />
            <span className="min-w-0">
              <span className="flex items-center gap-1.5">
                <span lang={langOf(fullName)} className="truncate font-medium">
                  {fullName}
                </span>
                {isVerified && <VerifiedTick of={{ verifiedFor }} />}
              </span>
              <span className="block truncate text-note text-soft">
                {[place.district, place.state].filter(Boolean).map(placeName).join(', ')}
              </span>
            </span>
          </>
        ),
        onChoose: () => {
          onLeave();
          void navigate({ to: '/user/$username', params: { username } });
        },
      })),
    },
    {
      name: 'posts',
      options: posts.map(({ _id, title, price, priceUnit, image, location }) => ({
        key: _id,
        content: (
          <>
            <span className="relative size-12 shrink-0 overflow-hidden rounded-small">
              <Photo src={image ?? undefined} alt="" sizes="3rem" widest={320} />
            </span>
            <span className="min-w-0">
              <span lang={langOf(title)} className="block truncate font-medium">
                {title}
              </span>
              <span className="block truncate text-note text-soft">
                <b className="font-semibold text-ink">{formatMoney(price)}</b> {tNames(`unit.${priceUnit}`)} ·{' '}
                {placeName(location.district)}
              </span>
            </span>
          </>
        ),
        onChoose: () => {
          onLeave();
          void navigate({ to: '/post/$postId', params: { postId: _id } });
        },
      })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

function Line({ icon, text, note }: { icon: ReactNode; text: string; note: string }) {
  return (
    <>
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-full bg-leaf-wash text-leaf"
      >
        {icon}
      </span>
      <span className="min-w-0 truncate font-medium">{text}</span>
      {note && (
        <span lang="en" className="ml-auto shrink-0 text-note text-soft">
          {note}
        </span>
      )}
    </>
  );
}
