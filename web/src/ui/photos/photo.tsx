import { imageVariant, photoWidths } from '@upaj/contract/limits';
import ImageIcon from 'lucide-react/icons/image';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { thumbHashToAverageRGBA } from 'thumbhash';
import { useT } from '#i18n/locale.ts';
import { isShowable } from '#ui/avatar.tsx';
import { cx } from '#ui/cx.ts';

interface PhotoProps {
  src: string | undefined;
  alt: string;
  /** The value is that of the attribute `sizes`. */
  sizes: string;
  thumbhash?: string | undefined;
  /** Loads the photo before others, because it is on the first screen. */
  eager?: boolean;
  fit?: 'cover' | 'contain';
  /** Limits the width of the file, whatever the screen's resolution is. */
  widest?: (typeof photoWidths)[number];
}

/** The photo fills its parent, which needs a size and `relative`. */
export function Photo({
  src,
  alt,
  sizes,
  thumbhash,
  eager = false,
  fit = 'cover',
  widest = 1280,
}: PhotoProps) {
  const t = useT('common');
  // The outcome is stored with its source, so that it does not apply to another photo.
  const [outcome, setOutcome] = useState<{ src: string; loaded: boolean }>();
  if (!src || !isShowable(src)) return <Mark label={alt || t('noImage')} icon={ImageIcon} />;
  const settled = outcome?.src === src ? outcome : undefined;
  if (settled && !settled.loaded)
    return <Mark label={[alt, t('imageFailed')].filter(Boolean).join(': ')} icon={X} />;

  const hasVariants = imageVariant(src, 0) !== src;
  return (
    <>
      {!settled && (
        <span
          aria-hidden
          className="absolute inset-0 bg-line"
          style={{ backgroundColor: averageColour(thumbhash) }}
        />
      )}
      <img
        src={hasVariants ? imageVariant(src, photoWidths[1]) : src}
        srcSet={
          hasVariants
            ? photoWidths
                .filter((width) => width <= widest)
                .map((width) => `${imageVariant(src, width)} ${width}w`)
                .join(', ')
            : undefined
        }
        sizes={hasVariants ? sizes : undefined}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        onLoad={() => setOutcome({ src, loaded: true })}
        onError={() => setOutcome({ src, loaded: false })}
        className={cx(
          'absolute inset-0 size-full text-transparent transition-opacity duration-200',
          fit === 'cover' ? 'object-cover' : 'object-contain',
          // An eager photo is visible while it loads; others fade in.
          !settled && !eager && 'opacity-0',
        )}
      />
    </>
  );
}

function Mark({ label, icon: Icon }: { label: string; icon: typeof X }) {
  return (
    <span
      role="img"
      aria-label={label}
      className="absolute inset-0 grid place-items-center bg-line text-soft"
    >
      <Icon size={28} aria-hidden />
    </span>
  );
}

/**
 * Decodes only the first bytes, because decoding whole previews blocked slow phones for seconds. Returns undefined
 * when the preview is invalid.
 */
function averageColour(thumbhash: string | undefined): string | undefined {
  if (!thumbhash) return undefined;
  try {
    const { r, g, b } = thumbHashToAverageRGBA(
      Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)),
    );
    return `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})`;
  } catch {
    return undefined;
  }
}
