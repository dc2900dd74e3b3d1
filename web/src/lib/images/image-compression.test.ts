// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { ImageCompressionError } from '#lib/image-compression-error.ts';
import { shrinkImage } from './image-compression.ts';

afterEach(() => vi.unstubAllGlobals());

const bounds = { maxSide: 1920, maxBytes: 100 };
const file = (head: string, name: string, size = 50) => {
  const bytes = Uint8Array.from(head.padEnd(size), (char) => char.charCodeAt(0));
  return new File([bytes], name);
};

function shrinkUndecodable(photo: File) {
  vi.stubGlobal('Worker', undefined);
  vi.stubGlobal('createImageBitmap', async () => {
    throw new DOMException('The source image could not be decoded.', 'InvalidStateError');
  });
  return shrinkImage(photo, bounds);
}

it.each([
  ['HEIC', '\0\0\0\x24ftypheic'],
  ['AVIF', '\0\0\0\x1cftypavif'],
  ['JPEG XL', '\xff\x0a\xfa\x7f'],
  ['JPEG XL in a container', '\0\0\0\x0cJXL \r\n\x87\n'],
  ['TIFF', 'II*\0'],
])('leaves a %s that the browser cannot read to the server', async (_, head) => {
  const photo = file(head, 'IMG_1');
  expect(await shrinkUndecodable(photo)).toBe(photo);
});

it.each([
  ['a cut-off JPEG', '\xff\xd8\xff\xe0', 50, 'unreadable'],
  ['a drawing', '<svg xmlns=', 50, 'unreadable'],
  ['a HEIC larger than the limit', '\0\0\0\x24ftypheic', 101, 'tooLarge'],
])('refuses %s', async (_, head, size, reason) => {
  const refusal = await shrinkUndecodable(file(head, 'a.jpg', size)).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ImageCompressionError);
  expect(refusal).toMatchObject({ reason });
});
