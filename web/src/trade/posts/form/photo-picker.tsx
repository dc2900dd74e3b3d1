import Camera from 'lucide-react/icons/camera';
import Images from 'lucide-react/icons/images';
import type { ChangeEvent, ReactNode, Ref } from 'react';
import { useT } from '#i18n/locale.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { buttonClass } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';

interface PhotoPickerProps {
  onPick: (files: readonly File[]) => void;
  errorId: string | undefined;
  ref: Ref<HTMLInputElement>;
}

export function PhotoPicker({ onPick, errorId, ref }: PhotoPickerProps) {
  const t = useT('create-post');
  const isPhone = useMediaQuery('(pointer: coarse)');
  return (
    <div className="flex w-full flex-wrap justify-center gap-3">
      <FileButton
        label={t('choosePhotos')}
        icon={<Images size={20} aria-hidden />}
        multiple
        describedBy={errorId}
        ref={ref}
        onPick={onPick}
      />
      {isPhone && (
        <FileButton
          label={t('takePhoto')}
          icon={<Camera size={20} aria-hidden />}
          capture="environment"
          onPick={onPick}
        />
      )}
    </div>
  );
}

interface FileButtonProps {
  label: string;
  icon: ReactNode;
  onPick: (files: readonly File[]) => void;
  multiple?: boolean;
  capture?: 'environment';
  describedBy?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** Uses a real file input, which works with keyboards and screen readers. */
function FileButton({ label, icon, onPick, describedBy, ...input }: FileButtonProps) {
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onPick([...(target.files ?? [])]);
    // Without this, choosing the same file again would fire no event.
    target.value = '';
  };
  return (
    <label
      className={cx(
        buttonClass('line', 'relative min-w-40 flex-1 cursor-pointer bg-card md:flex-none'),
        'has-[:disabled]:opacity-60 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-sky',
      )}
    >
      {icon}
      {label}
      <input
        type="file"
        accept="image/*"
        aria-describedby={describedBy}
        onChange={pick}
        className="absolute inset-0 w-full cursor-pointer opacity-0 file:cursor-pointer"
        {...input}
      />
    </label>
  );
}
