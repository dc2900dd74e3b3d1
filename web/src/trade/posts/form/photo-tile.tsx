import { useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '#i18n/locale.ts';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';
import type { Photo } from './photo.ts';
import { PhotoActions } from './photo-actions.tsx';
import { PhotoPreview } from './photo-preview.tsx';

interface PhotoTileProps {
  photo: Photo;
  place: number;
  count: number;
  /** 0…1 of this file while the form is being sent. */
  sent: number | undefined;
  isDragged: boolean;
  canTakeDrop: boolean;
  onDragStart: () => void;
  onDragEnd: () => void;
  onDropHere: () => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

export function PhotoTile(props: PhotoTileProps) {
  const { photo, place, count, sent, isDragged, canTakeDrop, onDragStart, onDragEnd, onDropHere } = props;
  const texts = useTexts('createPost');
  const [isOver, setOver] = useState(false);
  const item = useKeptFocus(place);
  const isTarget = isOver && canTakeDrop;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a place to drop on; the keyboard has buttons
    <li
      ref={item}
      onDragOver={(event) => {
        if (!canTakeDrop) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDropHere();
      }}
      className={cx(
        'overflow-hidden rounded-control border bg-card',
        isTarget ? 'border-leaf outline-3 outline-leaf' : 'border-line',
        isDragged && 'opacity-60',
      )}
    >
      <div
        draggable={count > 1 && sent === undefined}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          // Firefox drags nothing that carries nothing.
          event.dataTransfer.setData('text/plain', photo.name);
          onDragStart();
        }}
        onDragEnd={onDragEnd}
        className={cx('relative aspect-square bg-line', count > 1 && 'cursor-grab')}
      >
        <PhotoPreview photo={photo} alt={texts.photo(place + 1)} />
        {place === 0 && photo.state !== 'damaged' && (
          <Badge tone="haldi" className="absolute top-2 left-2">
            {texts.cover}
          </Badge>
        )}
        {photo.state === 'preparing' && (
          <Progress label={texts.preparing(place + 1)} value={photo.progress} />
        )}
        {sent !== undefined && <Progress label={texts.sendingPhoto(place + 1)} value={sent} />}
      </div>
      <PhotoActions {...props} />
    </li>
  );
}

function Progress({ label, value }: { label: string; value: number }) {
  return (
    <span className="absolute inset-x-0 bottom-0 bg-card p-2">
      <ProgressBar label={label} value={value} />
    </span>
  );
}

/** A tile that moves in the list is taken out and put in again by the browser, which loses its focus. */
function useKeptFocus(place: number) {
  const item = useRef<HTMLLIElement>(null);
  const before = useRef({ place, focused: null as Element | null });
  useLayoutEffect(() => {
    const note = () => {
      const { activeElement } = document;
      before.current.focused = item.current?.contains(activeElement) ? activeElement : null;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useLayoutEffect(() => {
    if (before.current.place === place) return;
    before.current.place = place;
    const { focused } = before.current;
    if (focused instanceof HTMLElement && document.activeElement === document.body) focused.focus();
  }, [place]);
  return item;
}
