import { isCutOff } from './cut-off.ts';
import { encodeWithin, type Bounds } from './image-compression-canvas.ts';
import { ImageCompressionError } from '#lib/image-compression-error.ts';
import type { ShrinkReply, ShrinkRequest } from './image-compression.worker.ts';

interface ShrinkOptions extends Bounds {
  onProgress?: (done: number) => void;
}

/** In ms. A worker that runs out of memory reports nothing, so it is given up after this time. */
const workerPatience = 45_000;

// Photos wait for each other: a decoded one takes 50 MB or more.
let queue: Promise<unknown> = Promise.resolve();

/**
 * Returns a WebP file, or JPEG where the browser cannot write WebP, upright and without metadata. A worker does the
 * work where possible. What only the server can read, such as HEIC in most browsers, is returned as it is.
 * @throws ImageCompressionError; another error where the browser cannot encode
 */
export function shrinkImage(file: File, options: ShrinkOptions): Promise<File> {
  const turn = queue.then(() => shrink(file, options));
  queue = turn.catch(() => undefined);
  return turn;
}

async function shrink(file: File, { onProgress, ...bounds }: ShrinkOptions): Promise<File> {
  onProgress?.(0);
  if (await isCutOff(file)) throw new ImageCompressionError('unreadable');
  const blob =
    (await shrinkInWorker(file, bounds, () => onProgress?.(0.5))) ?? (await shrinkHere(file, bounds));
  onProgress?.(1);
  if (blob === file) return file;
  const extension = blob.type === 'image/webp' ? 'webp' : 'jpg';
  return new File([blob], `${file.name.replace(/\.[^.]*$/, '') || 'photo'}.${extension}`, {
    type: blob.type,
  });
}

/** Returns undefined if no worker can do it. */
function shrinkInWorker(file: File, bounds: Bounds, onDecoded: () => void): Promise<Blob | undefined> {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined')
    return Promise.resolve(undefined);
  const worker = new Worker(new URL('./image-compression.worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const outcome = new Promise<Blob | undefined>((resolve, reject) => {
    timer = setTimeout(() => resolve(undefined), workerPatience);
    // The worker's code did not load, or the browser does not support module workers.
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

/** An <img> applies the orientation, which createImageBitmap does not do everywhere. */
async function shrinkHere(file: File, bounds: Bounds): Promise<Blob> {
  if (!(await canDecode(file))) {
    if (!(await isForServer(file))) throw new ImageCompressionError('unreadable');
    if (file.size > bounds.maxBytes) throw new ImageCompressionError('tooLarge');
    return file;
  }
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

/** Unlike its <img>, Chromium's createImageBitmap refuses files that were cut off, in any format. */
async function canDecode(file: File): Promise<boolean> {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}

/** The heads of HEIC, AVIF, JPEG XL and TIFF, which the server reads. */
const headsForServer = /^(?:.{4}(?:ftyp|JXL )|\xff\x0a|II\*\0|MM\0\*)/s;

async function isForServer(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  return headsForServer.test(String.fromCharCode(...head));
}
