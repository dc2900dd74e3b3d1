import type { ComponentProps } from 'react';
import { useTexts } from '#i18n/locale.ts';
import { TextArea } from '#ui/text-area.tsx';

interface Props extends ComponentProps<typeof TextArea> {
  used: number;
  maxLength: number;
}

/** Says how much of the room is used. */
export function CountedTextArea({ used, ...props }: Props) {
  const texts = useTexts('reviews');
  return (
    <div className="flex flex-col gap-1">
      <TextArea {...props} />
      <p aria-hidden className="text-right text-note text-soft">
        {texts.left(used, props.maxLength)}
      </p>
    </div>
  );
}
