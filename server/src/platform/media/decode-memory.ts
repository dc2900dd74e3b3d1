import type { Metadata } from 'sharp';

export const mostMemory = 160 * 1024 * 1024;

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
export function decodeMemory(metadata: Metadata): number {
  return metadata.width * metadata.height * bytesPerPixel(metadata);
}

function bytesPerPixel(metadata: Metadata): number {
  const { format, channels, depth, isProgressive, chromaSubsampling, pages = 1 } = metadata;
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
