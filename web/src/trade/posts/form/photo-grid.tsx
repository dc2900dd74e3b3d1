import { useState } from 'react';
import { useTexts } from '#i18n/locale.ts';
import { shareProgress } from './photo.ts';
import { PhotoTile } from './photo-tile.tsx';
import type { Photos } from './use-photos.ts';
import type { Sending } from './use-submit.ts';

interface PhotoGridProps {
  photos: Photos;
  sending: Sending | undefined;
  /** Tells a screen reader what has moved where. */
  onSay: (text: string) => void;
}

export function PhotoGrid({ photos, sending, onSay }: PhotoGridProps) {
  const texts = useTexts('createPost');
  const [dragged, setDragged] = useState<string>();
  const { list } = photos;
  const shares = sending?.sent === undefined ? undefined : shareProgress(sending.photos, sending.sent);

  function move(id: string, from: number, to: number): void {
    if (to < 0 || to >= list.length || from === to) return;
    photos.move(id, to);
    onSay(texts.imageMoved(from + 1, to + 1, list.length));
  }

  return (
    <ol className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4" aria-label={texts.images}>
      {list.map((photo, place) => (
        <PhotoTile
          key={photo.id}
          photo={photo}
          place={place}
          count={list.length}
          sent={shares?.get(photo.id)}
          isDragged={dragged === photo.id}
          canTakeDrop={dragged !== undefined && dragged !== photo.id}
          onDragStart={() => setDragged(photo.id)}
          onDragEnd={() => setDragged(undefined)}
          onDropHere={() => {
            const from = list.findIndex(({ id }) => id === dragged);
            if (dragged !== undefined && from >= 0) move(dragged, from, place);
            setDragged(undefined);
          }}
          onMove={(step) => move(photo.id, place, place + step)}
          onRemove={() => photos.remove(photo.id)}
        />
      ))}
    </ol>
  );
}
