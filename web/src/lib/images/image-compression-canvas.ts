import { ImageCompressionError } from '#lib/image-compression-error.ts';

// Both the worker and the main thread use this file.

export interface Size {
  width: number;
  height: number;
}

export interface Bounds {
  maxSide: number;
  maxBytes: number;
}

export type Canvas = HTMLCanvasElement | OffscreenCanvas;

// Quality is reduced before size: 0.82 is visually lossless, and a crop is still recognizable at 0.5.
const qualities = [0.82, 0.66, 0.5];
const shrinkSteps = [1, 0.75, 0.5];

export function fitWithin({ width, height }: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The result has no metadata, such as the location. @throws ImageCompressionError tooLarge */
export async function encodeWithin(
  source: CanvasImageSource,
  size: Size,
  { maxSide, maxBytes }: Bounds,
  makeCanvas: (size: Size) => Canvas,
): Promise<Blob> {
  const type = (await encodesWebp(makeCanvas)) ? 'image/webp' : 'image/jpeg';
  const longest = Math.min(maxSide, Math.max(size.width, size.height));
  for (const step of shrinkSteps) {
    const canvas = draw(source, fitWithin(size, longest * step), makeCanvas, type);
    for (const quality of qualities) {
      const blob = await toBlob(canvas, type, quality);
      if (blob.size <= maxBytes) return blob;
    }
  }
  throw new ImageCompressionError('tooLarge');
}

function draw(
  source: CanvasImageSource,
  size: Size,
  makeCanvas: (size: Size) => Canvas,
  type: string,
): Canvas {
  const canvas = makeCanvas(size);
  const context = contextOf(canvas);
  if (type === 'image/jpeg') {
    // JPEG has no transparency and would show it black.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, size.width, size.height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, size.width, size.height);
  return canvas;
}

function contextOf(canvas: Canvas): CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d') as
    | CanvasRenderingContext2D
    | OffscreenCanvasRenderingContext2D
    | null;
  if (!context) throw new Error('No canvas here');
  return context;
}

/** Encodes one pixel to find out, because Safari returns PNG instead of WebP without an error. */
async function encodesWebp(makeCanvas: (size: Size) => Canvas): Promise<boolean> {
  const probe = makeCanvas({ width: 1, height: 1 });
  contextOf(probe);
  return (await toBlob(probe, 'image/webp', 0.5)).type === 'image/webp';
}

function toBlob(canvas: Canvas, type: string, quality: number): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality });
  return new Promise((resolve, reject) => {
    const settle = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('Canvas not encoded')));
    canvas.toBlob(settle, type, quality);
  });
}
