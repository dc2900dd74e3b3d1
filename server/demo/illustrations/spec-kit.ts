// What a drawing has to know about a crop, and the three usual kinds of piece.
import type { Cut } from './cuts.ts';
import { leafShapes } from './growing-parts.ts';
import type { Greens } from './growing-parts.ts';
import type { Piece } from './stock.ts';

export interface ProduceSpec extends Piece {
  color: string;
  /** Half extent in a crate, in pixels. */
  size: number;
  /** Height of a lying piece as a share of its width: 1 for a ball, 0.25 for a bean. */
  rest: number;
  heroScale: number;
  grows: 'tree' | 'palm' | 'trellis' | 'bush' | 'ground' | 'hut';
  /** Stands in the field as a whole, such as a cabbage. */
  whole?: boolean;
  upright?: boolean;
  /** Crown of a palm-like plant: fronds unless banana or papaya. */
  crown?: 'banana' | 'papaya';
  pileSpin?: number;
  leaf?: string;
  leafy?: Greens;
  cut?: Cut;
  cutScale?: number;
  sack?: boolean;
}

export type Change = Partial<ProduceSpec>;

export const ball = (make: Piece['make'], color: string, size: number, change: Change = {}): ProduceSpec => ({
  make,
  color,
  size,
  spin: 24,
  dx: 1.56,
  dy: 1.02,
  rest: 0.9,
  heroScale: 208 / size / 2.2,
  grows: 'tree',
  leafy: leafShapes.broad,
  ...change,
});

export const stick = (
  make: Piece['make'],
  color: string,
  size: number,
  change: Change = {},
): ProduceSpec => ({
  make,
  color,
  size,
  spin: 26,
  pileSpin: 50,
  dx: 1.1,
  dy: 0.42,
  rest: 0.28,
  heroScale: 330 / size / 2.2,
  grows: 'bush',
  leafy: leafShapes.lobed,
  ...change,
});

export const bunch = (make: Piece['make'], color: string, size: number, change: Change = {}): ProduceSpec =>
  ball(make, color, size, {
    spin: 16,
    pileSpin: 26,
    dx: 1.2,
    dy: 0.95,
    grows: 'ground',
    leafy: leafShapes.broad,
    leaf: color,
    heroScale: 220 / size / 2.2,
    ...change,
  });

export const root: Change = { grows: 'ground', leafy: leafShapes.blade, sack: true };
