import type { Message } from '@upaj/contract/chat/messages';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { cx } from '#ui/cx.ts';
import { FilePhoto } from '#ui/files.tsx';
import { Photo } from '#ui/photos/photo.tsx';
import { usePhotoViewer } from '#ui/photos/use-photo-viewer.ts';

const shown = 4;

export function MessagePhotos({ message, alt }: { message: Message; alt: string }) {
  const tCommon = useT('common');
  const openPhotos = usePhotoViewer();
  const { images, imageInfo } = message;
  const [first] = imageInfo;
  const photos = images.map((url, index) => ({
    url,
    width: imageInfo[index]?.width ?? 1,
    height: imageInfo[index]?.height ?? 1,
    alt: `${alt} ${index + 1}`,
  }));
  return (
    <Tiles count={images.length} shape={first}>
      {images.slice(0, shown).map((image, index) => (
        <button
          key={image}
          type="button"
          aria-label={tCommon('openPhoto', { number: index + 1, count: images.length })}
          onClick={() => void openPhotos(photos, index)}
          className={tileClass(images.length)}
        >
          <Photo
            src={image}
            alt={alt}
            thumbhash={imageInfo[index]?.thumbhash}
            sizes={images.length === 1 ? '18rem' : '9rem'}
            widest={640}
          />
          <More count={index === shown - 1 ? images.length - shown : 0} />
        </button>
      ))}
    </Tiles>
  );
}

export function OutgoingPhotos({ photos, alt }: { photos: readonly Blob[]; alt: string }) {
  const tiles = photos.slice(0, shown).map((file, index) => ({ file, number: index + 1 }));
  return (
    <Tiles count={photos.length}>
      {tiles.map(({ file, number }) => (
        <span key={number} className={tileClass(photos.length)}>
          <FilePhoto file={file} alt={alt} />
          <More count={number === shown ? photos.length - shown : 0} />
        </span>
      ))}
    </Tiles>
  );
}

/** The first of three photos spans the row. */
function tileClass(count: number): string {
  return cx('relative overflow-hidden rounded-small', count === 3 && 'first:col-span-2');
}

interface TilesProps {
  count: number;
  /** Reserves the height of a single photo, so that nothing jumps when it has loaded. */
  shape?: { width: number; height: number } | undefined;
  children: ReactNode;
}

function Tiles({ count, shape, children }: TilesProps) {
  const isSingle = count === 1;
  // Extreme aspect ratios are cropped.
  const ratio = isSingle && shape ? Math.min(2, Math.max(0.75, shape.width / shape.height)) : 4 / 3;
  return (
    <div
      className={cx('mb-1.5 grid w-72 max-w-full gap-1', !isSingle && 'grid-cols-2')}
      style={{ aspectRatio: count === 2 ? 2 : isSingle ? ratio : 1, gridAutoRows: 'minmax(0, 1fr)' }}
    >
      {children}
    </div>
  );
}

function More({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span
      aria-hidden
      className="absolute inset-0 grid place-items-center bg-shade text-lead font-semibold text-on-shade"
    >
      +{count}
    </span>
  );
}
