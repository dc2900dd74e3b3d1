import { coverWidths, imageVariant } from '@upaj/contract/limits';
import { useState, type ReactNode } from 'react';
import { isShowable } from '#ui/avatar.tsx';
import { coverSizes } from './cover-sizes.ts';

interface CoverProps {
  src: string | null;
  children?: ReactNode;
}

/** Shows a drawing of farmland when there is no photo. */
export function Cover({ src, children }: CoverProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const { srcset, ...rest } = photoSources(src ?? '', coverWidths);
  return (
    <div className="relative field-rows h-20 overflow-hidden sm:h-32 md:h-40">
      {src !== null && src !== failed && isShowable(src) && (
        <img
          {...rest}
          srcSet={srcset}
          alt=""
          fetchPriority="high"
          onError={() => setFailed(src)}
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {children}
    </div>
  );
}

export function photoSources(url: string, widths: readonly number[]) {
  const [smallest = 0] = widths;
  return {
    sizes: coverSizes,
    srcset: widths.map((width) => `${imageVariant(url, width)} ${width}w`).join(', '),
    src: imageVariant(url, smallest),
  };
}
