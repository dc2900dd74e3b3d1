// The crop where it grows: on a branch, a bush, a trellis, a palm, or in the ground.
import { countryside, rows } from './backdrops.ts';
import { leafShapes, sprigs } from './growing-parts.ts';
import { onBranch, onPalm, onTrellis } from './growing-tree.ts';
import type { ProduceSpec } from './spec-kit.ts';
import { stockOf } from './stock.ts';
import type { Stock } from './stock.ts';
import { line, oval, path, rect, tone } from './svg.ts';
import type { Art } from './svg.ts';
import { ground } from './vessels.ts';

export function growing(art: Art, spec: ProduceSpec): string {
  if (spec.grows === 'tree') return onBranch(art, spec);
  if (spec.grows === 'palm') return onPalm(art, spec);
  if (spec.grows === 'trellis') return onTrellis(art, spec);
  if (spec.grows === 'bush') return onBush(art, spec);
  if (spec.grows === 'hut') return inHut(art, spec);
  return inGround(art, spec);
}

function onBush(art: Art, spec: ProduceSpec): string {
  const { rng } = art;
  const stock = stockOf(art, spec, 4);
  const green = spec.leaf ?? '#4b8b42';
  const size = spec.size * 0.98;
  let out = countryside(art, { near: '#a98a58', far: '#6d9a5a', horizon: 380 }) + rows(380, '#8d6b40', 6);
  for (let row = 0; row < 4; row += 1) {
    const y = 410 + row * 46;
    for (let i = -1; i < 12; i += 1)
      out += oval(
        i * (96 + row * 26) + (row % 2) * 50,
        y,
        46 + row * 13,
        26 + row * 8,
        row % 2 ? tone(green, 0.1) : tone(green, 0.2),
      );
  }
  const plants = [260, 690, 1080];
  for (const x of plants) {
    const top = 250 + rng.jitter(30);
    out +=
      ground(art, x, 930, 300, 44) +
      line(
        `M${x} 940C${x - 20} 760 ${x + 24} 560 ${x} ${top}M${x} 780Q${x + 90} 700 ${x + 150} 560M${x} 820Q${x - 100} 740 ${x - 150} 600M${x} 620Q${x + 70} 540 ${x + 110} 420M${x} 660Q${x - 70} 560 ${x - 120} 440`,
        tone(green, -0.16),
        13,
      );
    const spots: [number, number][] = [
      [x, top],
      [x + 150, 560],
      [x - 150, 600],
      [x + 110, 420],
      [x - 120, 440],
      [x, 560],
      [x + 60, 720],
      [x - 70, 740],
      [x + 10, 400],
    ];
    out += sprigs(art, spec, spots, 1.05);
    const long = spec.rest < 0.6;
    for (const [dx, y] of [
      [-120, 560],
      [96, 520],
      [-20, 500],
      [140, 690],
      [-150, 730],
      [20, 680],
      [-50, 840],
      [90, 830],
    ] as const) {
      const py = y + rng.jitter(24);
      out +=
        line(`M${x + dx} ${py - size * 1.7}V${py - size * 0.8}`, tone(green, -0.1), 6) +
        hung(stock, x + dx, py, size, long, rng.jitter(12), spec.upright ?? false);
    }
    out += sprigs(
      art,
      spec,
      [
        [x - 60, 640],
        [x + 120, 620],
      ],
      0.72,
    );
  }
  return out;
}

function hung(
  stock: Stock,
  x: number,
  y: number,
  size: number,
  long: boolean,
  tilt: number,
  upright: boolean,
): string {
  if (!long) return stock.put(x, y, size, tilt);
  return stock.put(x, y, size, (upright ? -90 : 90) + tilt);
}

function inGround(art: Art, spec: ProduceSpec): string {
  const { rng } = art;
  const stock = stockOf(art, spec, 4);
  const green = spec.leaf ?? '#4b8b42';
  const soil = '#8a6140';
  let out = countryside(art, { near: soil, far: '#6d9a5a', horizon: 360 }) + rows(360, tone(soil, -0.22), 8);
  const shapes = [green, tone(green, -0.14), tone(green, 0.14)].map((color) =>
    art.define((spec.leafy ?? leafShapes.blade)(color)),
  );
  const plant = (x: number, y: number, size: number): string => {
    let leaves = '';
    const count = spec.whole ? 0 : 7;
    for (let i = 0; i < count; i += 1)
      leaves += `<use href="#${rng.pick(shapes)}" transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${(-54 + (i * 108) / 6 + rng.jitter(10)).toFixed(0)}) scale(${(size * rng.range(0.85, 1.15)).toFixed(2)})"/>`;
    return (
      oval(x, y + 4, 120 * size, 24 * size, tone(soil, -0.3)) +
      (spec.whole ? stock.put(x, y - 60 * size * spec.rest, 100 * size, rng.jitter(6)) : leaves)
    );
  };
  for (let row = 0; row < 7; row += 1) {
    const depth = row / 6;
    const y = 385 + depth * depth * 330 + row * 14;
    const gap = 88 + depth * 190;
    const size = (0.24 + depth * 0.62) * (spec.whole ? 0.86 : 0.95);
    for (let i = -8; i <= 8; i += 1) {
      const x = 640 + (i + 0.5) * gap;
      if (x > -120 && x < 1400) out += plant(x + rng.jitter(6), y + rng.jitter(4), size);
    }
  }
  const size = spec.size * 1.05;
  out += path('M-20 850C200 800 420 836 660 822C900 808 1100 800 1300 846V980H-20Z', tone(soil, -0.34));
  const step = size * spec.dx * 1.25;
  for (let x = step * 0.4; x < 1300; x += step)
    out += stock.loose(x, 884 - size * 0.3 + rng.jitter(20), size, Math.min(spec.spin, 40));
  return out;
}

function inHut(art: Art, spec: ProduceSpec): string {
  const stock = stockOf(art, spec, 4);
  let out = rect(0, 0, 1280, 960, art.linear(['#6d6a5c', '#4b4a40']));
  for (let shelf = 0; shelf < 3; shelf += 1) {
    const y = 210 + shelf * 300;
    for (let i = 0; i < 34; i += 1) {
      const x = 40 + i * 37;
      out += stock.loose(x + art.rng.jitter(14), y - 30 - art.rng.range(0, 46), art.rng.range(44, 62), 16);
    }
    out +=
      rect(0, y, 1280, 84, '#3f2c1e') +
      rect(0, y, 1280, 16, '#5d432d') +
      rect(0, y + 78, 1280, 18, '#8e6038');
  }
  for (const x of [40, 620, 1210]) out += rect(x, 0, 30, 960, '#7d5a35') + rect(x, 0, 9, 960, '#a27c4f');
  return out;
}
