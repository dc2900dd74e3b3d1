import { imageVariant } from '@upaj/contract/limits';

/** `sizes`, `srcset` and `src` of a picture across the screen, by the widths that the server keeps. */
export function pictureSources(url: string, widths: readonly number[]) {
  const [smallest = 0] = widths;
  return {
    sizes: '(min-width: 62rem) 60rem, 100vw',
    srcset: widths.map((width) => `${imageVariant(url, width)} ${width}w`).join(', '),
    src: imageVariant(url, smallest),
  };
}
