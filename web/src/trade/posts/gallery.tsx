import type { Post } from '@upaj/contract/trade/posts';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/button.tsx';
import { Photo } from '#ui/photos/photo.tsx';
import { usePhotoViewer } from '#ui/photos/use-photo-viewer.ts';
import { gallerySizes } from './photo-sizes.ts';

/**
 * Scrolls natively by touch, and by arrow keys, buttons and thumbnails, which are dots on phones. A tap enlarges a
 * photo.
 */
export function Gallery({ post }: { post: Post }) {
  const tCommon = useT('common');
  const t = useT('post');
  const tPostPage = useT('post-page');
  const strip = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState(0);
  const openPhotos = usePhotoViewer();
  const { images, imageInfo, title } = post;
  const photos = images.map((url, index) => ({
    url,
    width: imageInfo[index]?.width ?? 1,
    height: imageInfo[index]?.height ?? 1,
    alt: t('photo', { title, number: index + 1 }),
  }));
  const last = images.length - 1;

  const show = (index: number) => {
    const target = Math.max(0, Math.min(last, index));
    strip.current?.scrollTo({ left: target * strip.current.clientWidth, behavior: 'smooth' });
    setSelected(target);
    return target;
  };
  const onScroll = () => {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {};
    setSelected(Math.round(scrollLeft / clientWidth));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const target = show(selected + step);
    strip.current?.querySelectorAll('button')[target]?.focus({ preventScroll: true });
  };

  return (
    <section aria-label={tPostPage('photos')} className="flex flex-col gap-1 md:gap-2">
      <div className="relative overflow-hidden rounded-card border border-line bg-line">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys of the buttons in it */}
        <div
          ref={strip}
          role="group"
          aria-label={tPostPage('photoOf', { number: selected + 1, total: images.length })}
          onScroll={onScroll}
          onKeyDown={onKeyDown}
          className="scroll-row mask-none! aspect-[4/3] snap-x snap-mandatory"
        >
          {images.length === 0 && <Photo src={undefined} alt={title} sizes={gallerySizes} />}
          {photos.map(({ url, alt }, index) => (
            <button
              key={url}
              type="button"
              aria-label={tCommon('openPhoto', { number: index + 1, count: images.length })}
              aria-hidden={index !== selected}
              tabIndex={index === selected ? 0 : -1}
              onClick={() => void openPhotos(photos, index)}
              className="relative w-full shrink-0 cursor-zoom-in snap-center -outline-offset-3"
            >
              <Photo
                src={url}
                alt={alt}
                thumbhash={imageInfo[index]?.thumbhash}
                eager={index === 0}
                fit="contain"
                sizes={gallerySizes}
              />
            </button>
          ))}
        </div>
        {selected > 0 && (
          <Arrow side="left-2" label={tCommon('previousPhoto')} onClick={() => show(selected - 1)}>
            <ChevronLeft size={24} aria-hidden />
          </Arrow>
        )}
        {selected < last && (
          <Arrow side="right-2" label={tCommon('nextPhoto')} onClick={() => show(selected + 1)}>
            <ChevronRight size={24} aria-hidden />
          </Arrow>
        )}
      </div>
      {images.length > 1 && (
        <ul className="flex flex-wrap justify-center md:grid md:grid-cols-4 md:gap-2">
          {images.map((image, index) => (
            <li key={image}>
              <button
                type="button"
                aria-label={tPostPage('showPhoto', { number: index + 1, total: images.length })}
                aria-current={index === selected}
                onClick={() => show(index)}
                className={cx(
                  'grid size-6 place-items-center md:relative md:block md:aspect-[4/3] md:size-full md:overflow-hidden md:rounded-control md:border-3',
                  index === selected ? 'border-leaf' : 'border-transparent',
                )}
              >
                <span
                  className={cx('size-2 rounded-full md:hidden', index === selected ? 'bg-leaf' : 'bg-edge')}
                />
                <span className="hidden md:contents">
                  <Photo src={image} alt="" thumbhash={imageInfo[index]?.thumbhash} sizes="10rem" />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface ArrowProps {
  side: 'left-2' | 'right-2';
  label: string;
  onClick: () => void;
  children: ReactNode;
}

function Arrow({ side, label, onClick, children }: ArrowProps) {
  return (
    <span className={cx('absolute inset-y-0 flex items-center pointer-coarse:hidden', side)}>
      <IconButton label={label} onClick={onClick} className="border border-line bg-card text-ink">
        {children}
      </IconButton>
    </span>
  );
}
