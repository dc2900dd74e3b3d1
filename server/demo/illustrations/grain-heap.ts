// Kernels scattered, and mounds made of them.
import { kernel } from './items-grain.ts';
import type { GrainSpec } from './specs-grain.ts';
import { num, num2, path, smooth, tone } from './svg.ts';
import type { Art, Point } from './svg.ts';

export type Scatter = (x: number, y: number, size: number) => string;

export function kernels(art: Art, spec: GrainSpec): Scatter {
  const ids = Array.from({ length: 6 }, () => {
    const item = kernel(spec.form, spec.color)(art);
    return art.define(
      `<g fill="#2b1408" fill-opacity=".3" transform="translate(10 16)">${item.outline}</g>${item.body}`,
    );
  });
  const turn = spec.form === 'round' || spec.form === 'pepper' || spec.form === 'lentil' ? 40 : 180;
  return (x, y, size) =>
    `<use href="#${art.rng.pick(ids)}" transform="translate(${num(x)} ${num(y)}) rotate(${num(art.rng.jitter(turn))}) scale(${num2(size / 100)})"/>`;
}

/** A mound with kernels over its whole face; the base line is y. */
export function mound(
  art: Art,
  spec: GrainSpec,
  put: Scatter,
  x: number,
  y: number,
  width: number,
  height: number,
  size: number,
  foot = 0.06,
): string {
  const half = width / 2;
  const ridge = (px: number): number =>
    height * (0.18 + 0.82 * Math.cos((px / half) * 1.45)) * (1 - Math.abs(px / half) ** 6);
  const points: Point[] = [];
  for (let i = 0; i <= 18; i += 1) {
    const px = -half + (width * i) / 18;
    points.push([x + px, y - Math.max(0, ridge(px))]);
  }
  const d = `${smooth(points, false)}Q${x + half} ${y + height * foot} ${x} ${y + height * foot * 1.6}Q${x - half} ${y + height * foot} ${x - half} ${y}Z`;
  let out = path(d, art.linear([tone(spec.color, 0.12), tone(spec.color, -0.22), tone(spec.color, -0.4)]));
  const stepX = size * (spec.form === 'round' || spec.form === 'pepper' ? 1.9 : 1.75);
  const stepY =
    size *
    (spec.form === 'rice' ||
    spec.form === 'paddy' ||
    spec.form === 'cumin' ||
    spec.form === 'leaf' ||
    spec.form === 'thread'
      ? 0.9
      : 1.3);
  let row = 0;
  for (let py = y - height; py < y + height * foot; py += stepY) {
    row += 1;
    for (let px = -half + (row % 2) * stepX * 0.5; px < half; px += stepX) {
      const top = y - ridge(px) + size * 0.3;
      const floor = y + height * foot * (1.1 - (px / half) ** 2);
      const jy = py + art.rng.jitter(size * 0.35);
      if (jy > top - size * 0.35 && jy < floor) out += put(x + px + art.rng.jitter(size * 0.4), jy, size);
    }
  }
  return out + path(d, art.linear(['#fff6dc', '#2b1408'], true), 'opacity=".16"');
}

export function spill(
  art: Art,
  put: Scatter,
  x: number,
  y: number,
  spread: number,
  size: number,
  count: number,
): string {
  let out = '';
  for (let i = 0; i < count; i += 1) out += put(x + art.rng.jitter(spread), y + art.rng.jitter(26), size);
  return out;
}

export function fit(spec: GrainSpec, share: number): number {
  return Math.max(9, spec.size * share);
}
