import type { Sharp } from 'sharp';

/** A hash has four parts of 16 bits each. */
export type PhotoHash = readonly [number, number, number, number];

const columns = 8;
const rows = 8;
/** A photo has structure if its greys differ by at least this many of 256 steps. */
const leastContrast = 12;
/** At least this many of a hash's 64 bits are set. A wall or the sky has fewer, and looks like any other. */
const leastBits = 6;

/**
 * Makes a difference hash: each bit says whether one of 8 × 8 spots is brighter than the spot to its right. The hash
 * survives another size and compression. @returns undefined for a photo without structure
 */
export async function hashPhoto(raw: Sharp): Promise<PhotoHash | undefined> {
  const grey = await raw
    .clone()
    .resize(columns + 1, rows, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer();
  if (Math.max(...grey) - Math.min(...grey) < leastContrast) return undefined;
  const bits = Array.from({ length: columns * rows }, (_, index) => {
    const spot = Math.floor(index / columns) * (columns + 1) + (index % columns);
    return (grey[spot] ?? 0) > (grey[spot + 1] ?? 0) ? '1' : '0';
  }).join('');
  const set = bits.replaceAll('0', '').length;
  if (set < leastBits || set > bits.length - leastBits) return undefined;
  const part = (number: number) => Number.parseInt(bits.slice(number * 16, (number + 1) * 16), 2);
  return [part(0), part(1), part(2), part(3)];
}
