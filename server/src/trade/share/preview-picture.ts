import { LRUCache } from 'lru-cache';
import type { StoredImage } from '#src/platform/media/images.ts';
import type { MediaService } from '#src/platform/media/service.ts';

/** Wide enough for a large preview. A JPEG of this size is below the 300 kB that WhatsApp shows. */
const previewWidth = 800;
const leastHeight = 200;
const mostInMemory = 30;

export function previewSize({ width, height }: Pick<StoredImage, 'width' | 'height'>) {
  const scaled = Math.round((previewWidth * height) / width);
  return { width: previewWidth, height: Math.min(previewWidth, Math.max(leastHeight, scaled)) };
}

/**
 * JPEGs for link previews, made when they are requested: most posts are never shared. All share one place in the
 * decoder's queue, so they do not delay the photos of members.
 */
export function previewPictures(media: Pick<MediaService, 'toJpeg'>) {
  const jpegs = new LRUCache<string, Buffer, StoredImage>({
    max: mostInMemory,
    fetchMethod: (url, _, { context }) => media.toJpeg(url, previewSize(context), 'link previews'),
  });
  return {
    async find(image: StoredImage): Promise<Buffer> {
      return jpegs.forceFetch(image.url, { context: image });
    },
  };
}

export type PreviewPictures = ReturnType<typeof previewPictures>;
