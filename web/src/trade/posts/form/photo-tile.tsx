import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ImageOff from 'lucide-react/icons/image-off';
import Trash from 'lucide-react/icons/trash-2';
import { useLayoutEffect, useRef, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { fieldText } from '#lib/field-text.ts';
import { Badge } from '#ui/badge.tsx';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { FilePhoto } from '#ui/files.tsx';
import { ProgressBar, SpinnerIcon } from '#ui/loading.tsx';
import { Photo } from '#ui/photos/photo.tsx';
import type { FormPhoto } from './photo.ts';

interface PhotoTileProps {
  photo: FormPhoto;
  place: number;
  count: number;
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
  const t = useT('create-post');
  const [isOver, setOver] = useState(false);
  const item = useStableFocus(place);
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
          // Firefox starts no drag unless there is data.
          event.dataTransfer.setData('text/plain', photo.name);
          onDragStart();
        }}
        onDragEnd={onDragEnd}
        className={cx('relative grid aspect-square bg-line', count > 1 && 'cursor-grab')}
      >
        <PhotoPreview photo={photo} alt={t('photo', { place: place + 1 })} />
        {place === 0 && photo.state !== 'refused' && (
          <Badge tone="haldi" className="absolute top-2 left-2">
            {t('cover')}
          </Badge>
        )}
        {photo.state === 'preparing' && (
          <Progress label={t('preparing', { place: place + 1 })} value={photo.progress} />
        )}
        {sent !== undefined && <Progress label={t('sendingPhoto', { place: place + 1 })} value={sent} />}
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

/** Keeps the focus when a tile moves, because moving re-inserts its element. */
function useStableFocus(place: number) {
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

/** Shows a photo only when it is compressed: ten originals do not fit in a cheap phone's memory. */
function PhotoPreview({ photo, alt }: { photo: FormPhoto; alt: string }) {
  if (photo.state === 'stored') return <Photo src={photo.url} alt={alt} sizes="12rem" />;
  if (photo.state === 'preparing') {
    return (
      <span className="absolute inset-0 grid place-items-center text-soft">
        <SpinnerIcon size={26} />
      </span>
    );
  }
  if (photo.state === 'refused') {
    return (
      <span className="grid min-w-0 content-center justify-items-center gap-1.5 bg-mirch-wash p-2 text-center text-tiny text-mirch">
        <ImageOff size={26} aria-hidden />
        <span className="w-full truncate">{photo.name}</span>
        <span role="alert" className="font-semibold">
          {fieldText(photo.key)}
        </span>
      </span>
    );
  }
  return <FilePhoto file={photo.file} alt={alt} />;
}

interface PhotoActionsProps {
  place: number;
  count: number;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

/** The buttons stay enabled at the ends of the row, without effect, so that the focus is not lost. */
function PhotoActions({ place, count, onMove, onRemove }: PhotoActionsProps) {
  const t = useT('create-post');
  const look = 'text-ink hover:bg-leaf-wash aria-disabled:opacity-35 disabled:opacity-35';
  return (
    <div className="flex items-center justify-between">
      {count > 1 && (
        <>
          <IconButton
            label={t('moveEarlier', { place: place + 1 })}
            aria-disabled={place === 0 || undefined}
            className={look}
            onClick={() => onMove(-1)}
          >
            <ChevronLeft size={22} aria-hidden />
          </IconButton>
          <IconButton
            label={t('moveLater', { place: place + 1 })}
            aria-disabled={place === count - 1 || undefined}
            className={look}
            onClick={() => onMove(1)}
          >
            <ChevronRight size={22} aria-hidden />
          </IconButton>
        </>
      )}
      <IconButton
        label={t('removePhoto', { place: place + 1 })}
        className="ml-auto text-mirch hover:bg-mirch-wash disabled:opacity-35"
        onClick={onRemove}
      >
        <Trash size={20} aria-hidden />
      </IconButton>
    </div>
  );
}
