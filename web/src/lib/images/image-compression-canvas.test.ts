import { describe, expect, it } from 'vitest';
import { encodeWithin, fitWithin, type Canvas, type Size } from './image-compression-canvas.ts';

describe('fitWithin', () => {
  it.each([
    [
      { width: 4000, height: 3000 },
      { width: 1920, height: 1440 },
    ],
    [
      { width: 300, height: 4000 },
      { width: 144, height: 1920 },
    ],
    [
      { width: 40, height: 30 },
      { width: 40, height: 30 },
    ],
    [
      { width: 1, height: 90_000 },
      { width: 1, height: 1920 },
    ],
  ])('%o → %o', (size, fitted) => {
    expect(fitWithin(size, 1920)).toEqual(fitted);
  });
});

describe('encodeWithin', () => {
  function browser(writes: string[]) {
    const fills: string[] = [];
    const makeCanvas = ({ width, height }: Size) =>
      ({
        getContext: () => ({ fillRect: () => fills.push('white'), drawImage: () => undefined }),
        convertToBlob: async ({ type, quality }: { type: string; quality: number }) => {
          const bytes = new Uint8Array(Math.round(width * height * quality));
          return new Blob([bytes], { type: writes.includes(type) ? type : 'image/png' });
        },
      }) as unknown as Canvas;
    return { fills, makeCanvas };
  }
  const source = {} as CanvasImageSource;
  const size = { width: 200, height: 100 };
  const encode = (maxBytes: number, writes = ['image/webp', 'image/jpeg']) => {
    const { fills, makeCanvas } = browser(writes);
    const blob = encodeWithin(source, size, { maxSide: 100, maxBytes }, makeCanvas);
    return { blob, fills };
  };

  it.each([
    ['as it is', 4100, 4100],
    ['by quality', 3000, 2500],
    ['by size, once quality has given all it has', 1000, 825],
  ])('gets below the limit %s', async (_, maxBytes, bytes) => {
    const blob = await encode(maxBytes).blob;
    expect(blob.type).toBe('image/webp');
    expect(blob.size).toBe(bytes);
  });

  it('throws an error that can be recognized', async () => {
    await expect(encode(100).blob).rejects.toMatchObject({
      name: 'ImageCompressionError',
      reason: 'tooLarge',
    });
  });

  it('writes JPEG on white where the browser writes no WebP', async () => {
    const { blob, fills } = encode(5000, ['image/jpeg']);
    expect((await blob).type).toBe('image/jpeg');
    expect(fills).toEqual(['white']);
  });
});
