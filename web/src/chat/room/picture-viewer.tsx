import type { Message } from '@upaj/contract/chat/messages';
import { useLayoutEffect, useRef } from 'react';
import { useT } from '#i18n/locale.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Picture } from '#ui/picture.tsx';

interface PictureViewerProps {
  images: readonly string[];
  info: Message['imageInfo'];
  alt: string;
  start: number;
  onClose: () => void;
}

export function PictureViewer({ images, info, alt, start, onClose }: PictureViewerProps) {
  const t = useT('chat');
  const first = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    first.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Dialog title={t('photos')} onClose={onClose}>
      <ul className="flex flex-col gap-3">
        {images.map((image, index) => (
          <li
            key={image}
            ref={index === start ? first : undefined}
            className="relative max-h-[75vh] overflow-hidden rounded-control bg-line"
            style={{ aspectRatio: shapeOf(info[index]) }}
          >
            <Picture src={image} alt={`${alt} ${index + 1}`} fit="contain" eager sizes="32rem" />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function shapeOf(info: Message['imageInfo'][number] | undefined): number {
  return info ? info.width / info.height : 1;
}
