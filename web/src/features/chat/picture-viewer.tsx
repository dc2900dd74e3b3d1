import { useLayoutEffect, useRef } from 'react';
import { useTexts } from '#i18n/locale.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Picture } from '#ui/picture.tsx';

interface PictureViewerProps {
  images: readonly string[];
  alt: string;
  start: number;
  onClose: () => void;
}

/** All photographs of a message below each other, beginning at the pressed one. */
export function PictureViewer({ images, alt, start, onClose }: PictureViewerProps) {
  const texts = useTexts('chat');
  const first = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    first.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Dialog title={texts.photos} onClose={onClose}>
      <ul className="flex flex-col gap-3">
        {images.map((image, index) => (
          <li
            key={image}
            ref={index === start ? first : undefined}
            className="relative h-[min(60vh,30rem)] overflow-hidden rounded-control bg-line"
          >
            <Picture src={image} alt={`${alt} ${index + 1}`} fit="contain" eager sizes="32rem" />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
