import { encodeWithin, type Bounds } from './image-compression-canvas.ts';
import { ImageCompressionError } from './image-compression-error.ts';
import type { ShrinkReply, ShrinkRequest } from './image-compression.worker.ts';

interface ShrinkOptions extends Bounds {
  /** 0…1, in a few steps. */
  onProgress?: (done: number) => void;
}

/** A worker that is killed for want of memory says nothing at all. */
const workerPatience = 45_000;

// One picture at a time: a decoded photograph takes 50 MB and more, and cheap phones have little.
let queue: Promise<unknown> = Promise.resolve();

/**
 * The picture as WebP (JPEG where the browser writes no WebP), upright, without metadata, its longest side at most
 * `maxSide`. Works off the main thread where the browser can.
 * @throws ImageCompressionError `unreadable` or `tooLarge`; another error where the browser cannot encode.
 */
export function shrinkImage(file: File, options: ShrinkOptions): Promise<File> {
  const turn = queue.then(() => shrink(file, options));
  queue = turn.catch(() => undefined);
  return turn;
}

async function shrink(file: File, { onProgress, ...bounds }: ShrinkOptions): Promise<File> {
  onProgress?.(0);
  const blob =
    (await shrinkInWorker(file, bounds, () => onProgress?.(0.5))) ?? (await shrinkHere(file, bounds));
  onProgress?.(1);
  const extension = blob.type === 'image/webp' ? 'webp' : 'jpg';
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '') || 'photo'}.${extension}`, {
    type: blob.type,
  });
}

/** @returns undefined where there is no worker for this, or it did not manage. */
function shrinkInWorker(file: File, bounds: Bounds, onDecoded: () => void): Promise<Blob | undefined> {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined')
    return Promise.resolve(undefined);
  const worker = new Worker(new URL('./image-compression.worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const outcome = new Promise<Blob | undefined>((resolve, reject) => {
    timer = setTimeout(() => resolve(undefined), workerPatience);
    // Its code did not come over the line, or this browser has no module workers.
    worker.onerror = () => resolve(undefined);
    worker.onmessage = ({ data }: MessageEvent<ShrinkReply>) => {
      if (data.type === 'decoded') onDecoded();
      else if (data.type === 'done') resolve(data.blob);
      else if (data.type === 'failed') resolve(undefined);
      else reject(new ImageCompressionError('tooLarge'));
    };
    worker.postMessage({ file, bounds } satisfies ShrinkRequest, {});
  });
  return outcome.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

/** An <img> decodes what createImageBitmap refuses (drawings in SVG) and turns photographs upright by itself. */
async function shrinkHere(file: File, bounds: Bounds): Promise<Blob> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode().catch((cause: unknown) => {
      throw new ImageCompressionError('unreadable', { cause });
    });
    const size = { width: image.naturalWidth, height: image.naturalHeight };
    if (!size.width || !size.height) throw new ImageCompressionError('unreadable');
    return await encodeWithin(image, size, bounds, (canvasSize) =>
      Object.assign(document.createElement('canvas'), canvasSize),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
