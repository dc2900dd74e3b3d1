import type { PhotoHeader } from './photo-header.ts';

export const mostMemory = 160 * 1024 * 1024;
/** The memory of WebAssembly ends here: a photo that takes more than its header promises is refused. */
export const mostWasmMemory = 192 * 1024 * 1024;

const sampleBytes: Record<string, number> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
};

/**
 * Estimates the memory for a photo, as measured with 49 megapixels. Baseline JPEGs and plain PNGs are read line by
 * line; others are decoded completely.
 */
export function decodeMemory(header: PhotoHeader): number {
  return header.width * header.height * bytesPerPixel(header);
}

function bytesPerPixel(header: PhotoHeader): number {
  const {
    format,
    codec,
    channels = 3,
    depth = 'uchar',
    isProgressive,
    chromaSubsampling,
    pages = 1,
  } = header;
  // Cameras write HEIC in tiles. One without them takes 8 bytes a pixel, and up to 15 if each sample has 10 bits.
  if (codec === 'heic') return depth === 'uchar' ? 5 : 10;
  if (codec === 'jxl') return 40;
  const pixel = channels * (sampleBytes[depth] ?? 16);
  switch (format as string) {
    case 'jpeg':
      if (!isProgressive) return 1;
      return chromaSubsampling === '4:2:0' ? 3 : 2 * channels;
    case 'png':
      return isProgressive ? pixel * 1.2 : 1;
    case 'gif':
      return 5;
    case 'webp':
      return pages > 1 ? 8 : 4;
    case 'tiff':
      return pixel;
    default:
      return 20;
  }
}
