import { ImageError } from './image-error.ts';
import { boxesOf } from './photo-boxes.ts';

export interface PhotoSize {
  width: number;
  height: number;
}

/** Width by height for the ratios 1 to 7. */
const ratios = [
  [1, 1],
  [6, 5],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
] as const;

/**
 * Reads the size that ISO 18181-1 puts at the start of a JPEG XL image. The decoder could do it too, but it takes
 * 100 ms and 60 MB, and headers are read before a photo waits for its turn. @throws ImageError
 */
export function sizeOfJxl(file: Buffer): PhotoSize {
  const read = bitReader(file, startOf(file) + 2);
  const isSmall = read(1) === 1;
  const readSide = () => (isSmall ? 8 * (1 + read(5)) : 1 + read([9, 13, 18, 30][read(2)] ?? 0));
  const height = readSide();
  const [width, by] = ratios[read(3) - 1] ?? [];
  return { width: width ? Math.floor((height * width) / by) : readSide(), height };
}

function startOf(file: Buffer): number {
  if (file.readUInt16BE(0) === 0xff0a) return 0;
  const image = boxesOf(file).find(({ type }) => type === 'jxlc' || type === 'jxlp');
  if (!image) throw new ImageError('imageInvalid');
  // Parts of an image begin with their number.
  return image.content + (image.type === 'jxlp' ? 4 : 0);
}

function bitReader(file: Buffer, start: number): (count: number) => number {
  let at = start * 8;
  return (count) => {
    if (at + count > file.length * 8) throw new ImageError('imageInvalid');
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, at += 1)
      value += (((file[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 ** bit;
    return value;
  };
}
