import { limits } from '@upaj/contract/limits';
import ImagePlus from 'lucide-react/icons/image-plus';
import { useId, useState, type RefObject } from 'react';
import { useFormContext } from 'react-hook-form';
import { useT, useTexts } from '#i18n/locale.ts';
import { fieldText } from '#lib/api-errors.ts';
import { cx } from '#ui/cx.ts';
import { FieldErrorText } from '#ui/field.tsx';
import { FormSection } from './form-section.tsx';
import type { PostFormValues } from './form-values.ts';
import { PhotoGrid } from './photo-grid.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { useDroppedFiles, usePastedFiles } from './use-incoming-files.ts';
import type { Photos } from './use-photos.ts';
import type { Sending } from './use-submit.ts';

interface PhotosSectionProps {
  photos: Photos;
  sending: Sending | undefined;
  /** The button that takes focus when there is something wrong with the photographs. */
  pickerRef: RefObject<HTMLInputElement | null>;
}

export function PhotosSection({ photos, sending, pickerRef }: PhotosSectionProps) {
  const t = useT();
  const texts = useTexts('createPost');
  const errorId = useId();
  const [said, setSaid] = useState('');
  const key = useFormContext<PostFormValues>().formState.errors.root?.['images']?.message;
  // What is on its way cannot be added to.
  const add = (files: readonly File[]) => {
    if (!sending) photos.add(files);
  };
  const { isOver, ...dropping } = useDroppedFiles(add);
  usePastedFiles(add);
  const { list } = photos;
  const isFull = list.length >= limits.image.perPost;

  return (
    <FormSection title={texts.images} hint={texts.imagesHint(limits.image.perPost)}>
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
          <p className="hidden text-note text-soft md:block">{texts.dropHint}</p>
        </div>
      )}
      <FieldErrorText id={errorId} error={key && fieldText(key, t)} />
      <p role="status" className="sr-only">
        {said}
      </p>
    </FormSection>
  );
}
