import { LRUCache } from 'lru-cache';
import { AppError } from '#src/platform/http/errors.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import type { StoredImage } from '#src/platform/media/images.ts';
import type { MediaService } from '#src/platform/media/service.ts';

/** The limit of requests from one IP address. Requests for previews in memory do not count. */
export const previewLimit = { name: 'link-previews-of-address', points: 120, minutes: 10 };

/** A large preview needs this width. A JPEG of this size is below the 300 kB that WhatsApp shows. */
const previewWidth = 800;
const leastHeight = 200;
const mostInMemory = 30;
/** More requests are refused: crawlers give up after some seconds, before it would be their turn. */
const mostInProgress = 100;
const retryAfterSeconds = 10;

export function previewSize({ width, height }: Pick<StoredImage, 'width' | 'height'>) {
  const scaled = Math.round((previewWidth * height) / width);
  return { width: previewWidth, height: Math.min(previewWidth, Math.max(leastHeight, scaled)) };
}

interface PreviewPhotosDeps {
  media: Pick<MediaService, 'toJpeg'>;
  limit: Pick<RateLimit, 'take'>;
}

/**
 * Makes JPEGs for link previews when they are requested, because most posts are never shared, and one at a time, so
 * that they do not delay the photos of members.
 */
export function previewPhotos({ media, limit }: PreviewPhotosDeps) {
  const jpegs = new LRUCache<string, Buffer>({ max: mostInMemory });
  const inProgress = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  function start(image: StoredImage): Promise<Buffer> {
    if (inProgress.size >= mostInProgress) throw new AppError('TOO_BUSY', { retryAfterSeconds });
    const jpeg = last
      .then(() => media.toJpeg(image.url, previewSize(image), 'link previews'))
      .finally(() => inProgress.delete(image.url));
    inProgress.set(image.url, jpeg);
    last = jpeg.then(
      (bytes) => jpegs.set(image.url, bytes),
      () => {},
    );
    return jpeg;
  }

  return {
    /** @throws AppError TOO_BUSY, TOO_MANY_REQUESTS. */
    async find(image: StoredImage, address: string): Promise<Buffer> {
      const known = () => jpegs.get(image.url) ?? inProgress.get(image.url);
      const found = known();
      if (found) return found;
      await limit.take(address);
      return known() ?? start(image);
    },
  };
}

export type PreviewPhotos = ReturnType<typeof previewPhotos>;
