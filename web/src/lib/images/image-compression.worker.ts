import { encodeWithin, type Bounds } from './image-compression-canvas.ts';
import { ImageCompressionError } from '#lib/image-compression-error.ts';

export interface ShrinkRequest {
  file: File;
  bounds: Bounds;
}

/** After `failed`, the main thread may still succeed. */
export type ShrinkReply =
  | { type: 'decoded' }
  | { type: 'done'; blob: Blob }
  | { type: 'tooLarge' }
  | { type: 'failed' };

self.onmessage = async ({ data }: MessageEvent<ShrinkRequest>) => {
  try {
    // Older browsers throw here. The main thread then rotates the photo.
    const bitmap = await createImageBitmap(data.file, { imageOrientation: 'from-image' });
    reply({ type: 'decoded' });
    const makeCanvas = ({ width, height }: { width: number; height: number }) =>
      new OffscreenCanvas(width, height);
    const blob = await encodeWithin(bitmap, bitmap, data.bounds, makeCanvas);
    bitmap.close();
    reply({ type: 'done', blob });
  } catch (error) {
    reply({ type: error instanceof ImageCompressionError ? 'tooLarge' : 'failed' });
  }
};

function reply(message: ShrinkReply): void {
  self.postMessage(message, {});
}
