import { at, line, mirror, path, smooth, tone } from './svg.ts';
import type { Art } from './svg.ts';

/** A leaf that grows from the origin upwards (towards negative y). */
export function leaf(length: number, width: number, color: string): string {
  const half = width / 2;
  const right = `M0 0C${half * 1.25} ${-length * 0.22} ${half * 1.05} ${-length * 0.72} 0 ${-length}Z`;
  const left = `M0 0C${-half * 1.25} ${-length * 0.22} ${-half * 1.05} ${-length * 0.72} 0 ${-length}Z`;
  let veins = '';
  for (let i = 1; i <= 4; i += 1) {
    const y = -length * (0.12 + i * 0.15);
    const reach = half * (0.72 - Math.abs(i - 2) * 0.12);
    veins += `M0 ${y}L${reach} ${y - length * 0.11}M0 ${y}L${-reach} ${y - length * 0.11}`;
  }
  return (
    path(left, color) +
    path(right, tone(color, -0.16)) +
    line(`M0 ${length * 0.06}L0 ${-length * 0.92}${veins}`, tone(color, 0.28), Math.max(1.2, length * 0.014))
  );
}

/** A long blade of grass, cane or maize leaf. */
export function blade(length: number, width: number, bend: number, color: string): string {
  const tipX = bend;
  const tipY = -length;
  const midX = bend * 0.18;
  const midY = -length * 0.62;
  return (
    path(
      `M${-width / 2} 0Q${midX - width * 0.9} ${midY} ${tipX} ${tipY}Q${midX + width * 0.9} ${midY} ${width / 2} 0Z`,
      color,
    ) + line(`M0 0Q${midX} ${midY} ${tipX} ${tipY}`, tone(color, 0.2), Math.max(1, width * 0.09))
  );
}

/** Feathered leaf of many leaflets: tomato, pea, chickpea, neem, drumstick. */
export function pinnate(length: number, pairs: number, color: string, plump = 0.42): string {
  let out = line(`M0 0L0 ${-length}`, tone(color, -0.2), length * 0.025);
  for (let i = 0; i < pairs; i += 1) {
    const y = -length * (0.22 + (0.66 * i) / Math.max(1, pairs - 1));
    const size = length * (0.44 - 0.035 * i) * (pairs > 4 ? 0.75 : 1);
    out += at(0, y, 1, 62, leaf(size, size * plump, color));
    out += at(0, y, 1, -62, leaf(size, size * plump, tone(color, -0.08)));
  }
  return (
    out + at(0, -length * 0.92, 1, 0, leaf(length * 0.36, length * 0.36 * plump * 1.2, tone(color, 0.06)))
  );
}

/** Lobed leaf for gourds, grapes, okra, cotton and melon. */
export function lobed(size: number, color: string): string {
  const right = [
    [0, -size],
    [size * 0.2, -size * 0.68],
    [size * 0.38, -size * 0.62],
    [size * 0.72, -size * 0.66],
    [size * 0.6, -size * 0.36],
    [size * 0.66, -size * 0.2],
    [size * 0.7, size * 0.08],
    [size * 0.36, size * 0.1],
    [size * 0.12, size * 0.14],
    [0, 0],
  ] as const;
  const veins = `M0 0L0 ${-size * 0.86}M0 ${-size * 0.04}L${size * 0.54} ${-size * 0.5}M0 ${-size * 0.04}L${-size * 0.54} ${-size * 0.5}M0 0L${size * 0.48} ${size * 0.02}M0 0L${-size * 0.48} ${size * 0.02}`;
  return path(smooth(mirror(right)), color) + line(veins, tone(color, 0.3), Math.max(1.2, size * 0.022));
}

/** Palm frond that arches from the origin. */
export function frond(length: number, drop: number, color: string, side: number): string {
  let out = '';
  const steps = 15;
  for (let i = 1; i <= steps; i += 1) {
    const t = i / steps;
    const x = side * length * t;
    const y = -length * 0.42 * Math.sin(t * 2.1) + drop * t * t;
    const size = length * 0.34 * Math.sin(0.35 + t * 2.4);
    out += at(x, y, 1, side * (118 + t * 40), leaf(size, size * 0.2, tone(color, -0.12)));
    out += at(x, y, 1, side * (48 + t * 50), leaf(size, size * 0.2, color));
  }
  const mid = [0, 0.25, 0.5, 0.75, 1].map(
    (t) => [side * length * t, -length * 0.42 * Math.sin(t * 2.1) + drop * t * t] as const,
  );
  return out + line(smooth(mid, false), tone(color, -0.25), length * 0.022);
}

/** A leafy bush or tree crown made of overlapping leaves, to stand behind or in front of fruit. */
export function foliage(
  art: Art,
  width: number,
  height: number,
  count: number,
  size: number,
  colors: readonly string[],
): string {
  const { rng } = art;
  const shapes = colors.map((color) => art.define(leaf(100, 46, color)));
  let out = '';
  for (let i = 0; i < count; i += 1) {
    const angle = rng.range(0, Math.PI * 2);
    const reach = Math.sqrt(rng.next());
    const x = Math.cos(angle) * reach * width;
    const y = Math.sin(angle) * reach * height;
    const turn = (Math.atan2(y / height, x / width) * 180) / Math.PI + 90 + rng.jitter(45);
    const scale = (size / 100) * rng.range(0.75, 1.2);
    out += `<use href="#${rng.pick(shapes)}" transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${turn.toFixed(0)}) scale(${scale.toFixed(2)})"/>`;
  }
  return out;
}

/** Small calyx star for tomato, brinjal, strawberry and chilli caps. */
export function calyx(art: Art, points: number, reach: number, squash: number, color: string): string {
  const { rng } = art;
  let out = '';
  for (let i = 0; i < points; i += 1) {
    const angle = (i / points) * 360 + rng.jitter(8);
    out += at(0, 0, 1, angle, leaf(reach * rng.range(0.85, 1.1), reach * 0.36, color));
  }
  return `<g transform="scale(1 ${squash})">${out}</g>`;
}
