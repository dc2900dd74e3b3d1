// Leaves and sprigs of growing plants.
import { blade, leaf, lobed, pinnate } from './leaves.ts';
import { tone } from './svg.ts';
import type { Art } from './svg.ts';

export type Greens = (color: string) => string;

export const leafShapes = {
  broad: (color: string): string => leaf(120, 62, color),
  narrow: (color: string): string => leaf(150, 44, color),
  lobed: (color: string): string => lobed(100, color),
  pinnate: (color: string): string => pinnate(150, 3, color, 0.55),
  blade: (color: string): string => blade(210, 20, 40, color),
};

export function sprigs(
  art: Art,
  spec: { leaf?: string; leafy?: Greens },
  spots: readonly (readonly [number, number])[],
  size: number,
): string {
  const green = spec.leaf ?? '#3f8543';
  const shapes = [green, tone(green, -0.16), tone(green, 0.14)].map((color) =>
    art.define((spec.leafy ?? leafShapes.broad)(color)),
  );
  return spots
    .map(([x, y]) => {
      let out = '';
      for (let i = 0; i < 5; i += 1)
        out += `<use href="#${art.rng.pick(shapes)}" transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${(-150 + i * 75 + art.rng.jitter(26)).toFixed(0)}) scale(${(size * art.rng.range(0.8, 1.15)).toFixed(2)})"/>`;
      return out;
    })
    .join('');
}
