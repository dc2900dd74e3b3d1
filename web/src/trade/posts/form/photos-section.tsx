import { limits } from '@upaj/contract/limits';
import ImagePlus from 'lucide-react/icons/image-plus';
import { useEffect, useEffectEvent, useId, useState, type DragEvent, type RefObject } from 'react';
import { useFormContext } from 'react-hook-form';
import { useT } from '#i18n/locale.ts';
import { fieldText } from '#lib/field-text.ts';
import { cx } from '#ui/cx.ts';
import { FieldErrorText } from '#ui/field.tsx';
import { FormSection } from './form-layout.tsx';
import type { PostFormValues } from './form-values.ts';
import { PhotoPicker } from './photo-picker.tsx';
import { PhotoTile } from './photo-tile.tsx';
import { shareProgress } from './photo.ts';
import type { Photos } from './use-photos.ts';
import type { Sending } from './use-submit.ts';

interface PhotosSectionProps {
  photos: Photos;
  sending: Sending | undefined;
  pickerRef: RefObject<HTMLInputElement | null>;
}

export function PhotosSection({ photos, sending, pickerRef }: PhotosSectionProps) {
  const t = useT('create-post');
  const errorId = useId();
  const [said, setSaid] = useState('');
  const key = useFormContext<PostFormValues>().formState.errors.root?.['images']?.message;
  const add = (files: readonly File[]) => {
    if (!sending) photos.add(files);
  };
  const { isOver, ...dropping } = useDroppedFiles(add);
  usePastedFiles(add);
  const { list } = photos;
  const isFull = list.length >= limits.image.perPost;

  return (
    <FormSection title={t('images')} hint={t('imagesHint', { most: limits.image.perPost })}>
      {list.length > 0 && <PhotoGrid photos={photos} sending={sending} onSay={setSaid} />}
      {!isFull && (
        <div
          {...dropping}
          className={cx(
            'flex flex-col items-center gap-3 rounded-card border-2 border-dashed p-4 text-center',
            isOver ? 'border-leaf bg-leaf-wash' : key ? 'border-mirch' : 'border-edge',
            list.length === 0 && 'py-7',
          )}
        >
          {list.length === 0 && <ImagePlus size={36} aria-hidden className="text-leaf" />}
          <PhotoPicker ref={pickerRef} onPick={photos.add} errorId={key ? errorId : undefined} />
          <p className="hidden text-note text-soft md:block">{t('dropHint')}</p>
        </div>
      )}
      <FieldErrorText id={errorId} error={key && fieldText(key)} />
      <p role="status" className="sr-only">
        {said}
      </p>
    </FormSection>
  );
}

type OnFiles = (files: readonly File[]) => void;

/** Ignores drags of our own tiles, which carry no files. */
function useDroppedFiles(onFiles: OnFiles) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
}

function usePastedFiles(onFiles: OnFiles): void {
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const photos = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
      if (photos.length > 0) take(photos);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}

interface PhotoGridProps {
  photos: Photos;
  sending: Sending | undefined;
  onSay: (text: string) => void;
}

function PhotoGrid({ photos, sending, onSay }: PhotoGridProps) {
  const t = useT('create-post');
  const [dragged, setDragged] = useState<string>();
  const { list } = photos;
  const shares = sending?.sent === undefined ? undefined : shareProgress(sending.photos, sending.sent);

  function move(id: string, from: number, to: number): void {
    if (to < 0 || to >= list.length || from === to) return;
    photos.move(id, to);
    onSay(t('imageMoved', { from: from + 1, to: to + 1, count: list.length }));
  }

  return (
    <ol className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4" aria-label={t('images')}>
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
