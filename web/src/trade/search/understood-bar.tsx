import { Link } from '@tanstack/react-router';
import type { FoundPlace, Understood } from '@upaj/contract/trade/search';
import type { ReactNode } from 'react';
import { useCropName } from '#i18n/crop-names.ts';
import { langOf, usePlaceName, useT } from '#i18n/locale.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Chip, RemovableChip } from '#ui/chip.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { removeWords, replaceWords, searchFor } from './words.ts';

interface UnderstoodBarProps {
  q: string;
  isVerbatim: boolean;
  /** It is undefined while it loads. */
  understood: Understood | undefined;
  onSearch: (q: string) => void;
  onVerbatim: (isVerbatim: boolean) => void;
}

/** The bar is always one row, so that the list below does not move. */
export function UnderstoodBar({ q, isVerbatim, understood, onSearch, onVerbatim }: UnderstoodBarProps) {
  const t = useT('search');
  const tNames = useT('names');
  const names = useFoundNames();
  if (isVerbatim) {
    return (
      <Row>
        <span className="shrink-0 text-soft">{t('wordsOnly')}</span>
        <Button variant="quiet" className="shrink-0 px-3" onClick={() => onVerbatim(false)}>
          {t('meaning')}
        </Button>
      </Row>
    );
  }
  if (!understood) {
    return (
      <Row>
        <Skeleton shape="circle" className="h-9.5 w-32" />
      </Row>
    );
  }

  const { crops, categories, places, people, ignored } = understood;
  const found = [
    ...crops.map(({ crop, others, ...match }) => ({
      ...match,
      key: crop.id,
      name: names.crop(crop),
      others: others.map((other) => ({ name: names.crop(other), q: other.en })),
    })),
    ...categories.map(({ category, ...match }) => ({
      ...match,
      key: category,
      name: tNames(`category.${category}`),
      others: [],
    })),
    ...places.map(({ place, others, ...match }) => ({
      ...match,
      key: searchFor(place),
      name: names.place(place),
      others: others.map((other) => ({ name: names.wholePlace(other), q: searchFor(other) })),
    })),
  ];
  const unsure = found.filter(({ isSure }) => !isSure);
  const others = found.flatMap(({ words, others: same }) =>
    same.map((other) => ({ name: other.name, q: replaceWords(q, words, other.q) })),
  );
  if (found.length === 0 && people.length === 0) return null;
  return (
    <Row label={t('understood')}>
      {ignored.length > 0 ? (
        <span className="shrink-0 text-soft">
          {t('ignored', { words: ignored.map(names.anyPlace).join(' ') })}
        </span>
      ) : (
        unsure.length > 0 && <span className="shrink-0 text-soft">{t('showing')}</span>
      )}
      {found.map(({ key, name, words }) => (
        <RemovableChip
          key={key}
          removeLabel={t('remove', { name })}
          onRemove={() => onSearch(removeWords(q, words))}
        >
          {name}
        </RemovableChip>
      ))}
      {people.length > 0 && (
        <>
          <span className="shrink-0 text-soft">{t('postsBy')}</span>
          {people.map(({ username, fullName }) => (
            <Link
              key={username}
              to="/user/$username"
              params={{ username }}
              className={buttonClass('quiet', 'max-w-60 shrink-0 px-2')}
            >
              <span lang={langOf(fullName)} className="truncate">
                {fullName}
              </span>
            </Link>
          ))}
        </>
      )}
      {others.length > 0 && <DidYouMean choices={others} onSearch={onSearch} />}
      <Button variant="quiet" className="shrink-0 px-3 whitespace-nowrap" onClick={() => onVerbatim(true)}>
        {unsure.length > 0
          ? t('wordsInstead', { words: unsure.map(({ words }) => words).join(' ') })
          : t('words')}
      </Button>
    </Row>
  );
}

/** Suggests crops and places with similar names when nothing was found. */
export function Guesses({ understood, onSearch }: { understood: Understood; onSearch: (q: string) => void }) {
  const names = useFoundNames();
  const { crops, places } = understood.guesses;
  const choices = [
    ...crops.map((crop) => ({ name: names.crop(crop), q: crop.en })),
    ...places.map((place) => ({ name: names.wholePlace(place), q: searchFor(place) })),
  ];
  if (choices.length === 0) return null;
  return (
    <Row>
      <DidYouMean choices={choices} onSearch={onSearch} />
    </Row>
  );
}

interface DidYouMeanProps {
  choices: { name: string; q: string }[];
  onSearch: (q: string) => void;
}

function DidYouMean({ choices, onSearch }: DidYouMeanProps) {
  const t = useT('search');
  return (
    <>
      <span className="shrink-0 text-soft">{t('didYouMean')}</span>
      {choices.map(({ name, q }) => (
        <Chip key={q} pressed={false} onPress={() => onSearch(q)}>
          {name}
        </Chip>
      ))}
    </>
  );
}

function Row({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={label}
      className="-mx-3.5 scroll-row min-h-11 items-center gap-2 px-3.5 whitespace-nowrap md:mx-0 md:flex-wrap md:px-0"
    >
      {children}
    </div>
  );
}

function useFoundNames() {
  const cropName = useCropName();
  const placeName = usePlaceName();
  return {
    anyPlace: placeName,
    crop: ({ en }: { en: string }) => cropName(en),
    place: ({ state, district }: FoundPlace) => placeName(district ?? state),
    wholePlace: ({ state, district }: FoundPlace) =>
      searchFor({ state: placeName(state), district: district && placeName(district) }),
  };
}
