// Copies of one crop, and heaps made of them.
import { num, num2 } from './svg.ts';
import type { Art, ItemMaker } from './svg.ts';

/** What a heap has to know about the pieces in it. */
export interface Piece {
  make: ItemMaker;
  /** How far a piece may be turned, in degrees to either side. */
  spin: number;
  /** Distance between neighbours and between rows, as a share of the size. */
  dx: number;
  dy: number;
}

export interface Stock {
  put(x: number, y: number, size: number, turn: number): string;
  loose(x: number, y: number, size: number, spin?: number): string;
}

/** Draws the crop a few times into <defs> and hands out placed copies with a soft shadow. */
export function stockOf(art: Art, spec: Piece, variants = 5): Stock {
  const kinds = Array.from({ length: variants }, () => {
    const item = spec.make(art);
    return { body: art.define(item.body), shade: art.define(item.outline) };
  });
  const put = (x: number, y: number, size: number, turn: number): string => {
    const kind = art.rng.pick(kinds);
    const scale = size / 100;
    const place = `rotate(${num(turn)}) scale(${num2(scale)})`;
    return `<use href="#${kind.shade}" fill="#2b1408" fill-opacity=".28" transform="translate(${num(x + size * 0.07)} ${num(y + size * 0.13)}) ${place}"/><use href="#${kind.body}" transform="translate(${num(x)} ${num(y)}) ${place}"/>`;
  };
  return {
    put,
    loose: (x, y, size, spin) =>
      put(x, y, size * art.rng.range(0.92, 1.08), art.rng.jitter(spin ?? spec.spin)),
  };
}

/** Rows of produce from the back of a heap to its front; the base line is y. */
export function heap(
  art: Art,
  stock: Stock,
  spec: Piece,
  x: number,
  y: number,
  width: number,
  height: number,
  size: number,
): string {
  const stepX = size * spec.dx;
  const stepY = size * spec.dy;
  const count = Math.max(2, Math.round(height / stepY));
  let out = '';
  for (let row = 0; row <= count; row += 1) {
    const t = row / count;
    const half = (width / 2 - size * 0.6) * Math.sqrt(Math.min(1, t * 1.1 + 0.06));
    const pieces = Math.max(1, Math.round((half * 2) / stepX) + (row % 2));
    for (let i = 0; i < pieces; i += 1) {
      const px = pieces === 1 ? 0 : -half + (2 * half * i) / (pieces - 1);
      const sag = (1 - (px / (width / 2)) ** 2) * size * 0.25;
      out += stock.loose(
        x + px + art.rng.jitter(size * 0.1),
        y - height + t * height + sag + art.rng.jitter(size * 0.08),
        size,
      );
    }
  }
  return out;
}
