// Rhizomes, pods, and fruit that grows in hands and bunches.
import { rings } from './items-long.ts';
import { leaf, lobed } from './leaves.ts';
import { at, limb, limbPoint, line, oval, path, smooth, tone } from './svg.ts';
import type { Item, ItemMaker, LimbShape } from './svg.ts';

/** Turmeric, ginger and other rhizomes: a thick mother finger with knobs. */
export const rhizome =
  (color: string, ringColor: string): ItemMaker =>
  (art): Item => {
    const finger = (length: number, width: number): string => {
      const shape: LimbShape = {
        length,
        bend: length * 0.05,
        widths: [width * 0.75, width, width * 0.92, width, width * 0.7, 4],
      };
      return (
        path(limb(shape), color) +
        path(limb(shape, 0.5, 0.45, 0.03, 0.97), tone(color, -0.3), 'opacity=".7"') +
        rings(ringColor, 7, 3)(art, shape) +
        path(limb(shape, -0.5, 0.14, 0.15, 0.75), '#fff3d0', 'opacity=".4"')
      );
    };
    const knobs: [number, number, number, number, number][] = [
      [-40, -34, -68, 92, 23],
      [24, 34, 58, 100, 22],
      [44, -26, -46, 82, 20],
    ];
    const body =
      knobs
        .map(([x, y, turn, length, width]) => at(x, y, 1, turn + art.rng.jitter(14), finger(length, width)))
        .join('') +
      finger(208, 33) +
      oval(-98, 4, 9, 20, tone(color, 0.35));
    const silhouette = limb({ length: 214, bend: 10, widths: [26, 40, 46, 44, 30, 4] });
    return { body, outline: `<path d="${silhouette}"/>` };
  };

export const pea: ItemMaker = (art): Item => {
  const shape: LimbShape = { length: 220, bend: 20 + art.rng.jitter(8), widths: [3, 27, 31, 27, 2] };
  let peas = '';
  const open = art.rng.next() < 0.6;
  if (open) {
    peas = path(limb(shape, 0, 0.62, 0.08, 0.92), '#3f7d33');
    for (let i = 0; i < 7; i += 1) {
      const [x, y] = limbPoint(shape, 0.17 + i * 0.11);
      const r = 13 + 4 * Math.sin((i / 6) * Math.PI);
      peas += oval(x, y, r, r, art.ball('#8dc63f', 0.4));
    }
  } else {
    for (let i = 0; i < 7; i += 1) {
      const [x, y] = limbPoint(shape, 0.17 + i * 0.11);
      peas += oval(x, y, 12, 15, '#8bc158', 'opacity=".6"');
    }
  }
  const [sx, sy] = limbPoint(shape, 0);
  const body =
    path(limb(shape), '#69a844') +
    path(limb(shape, 0.6, 0.4, 0.02, 0.98), '#468536', 'opacity=".8"') +
    peas +
    path(limb(shape, -0.72, 0.1, 0.1, 0.9), '#c4e39a', 'opacity=".7"') +
    line(`M${sx} ${sy}q-12 -3 -24 -14`, '#4f8a3c', 7) +
    at(sx, sy, 1, 40, leaf(34, 16, '#5b9a46'));
  return { body, outline: `<path d="${limb(shape)}"/>` };
};

export const banana =
  (color = '#f0c330'): ItemMaker =>
  (): Item => {
    const count = 6;
    let body = '';
    const tip = tone(color, -0.62);
    for (let i = 0; i < count; i += 1) {
      const spread = i - (count - 1) / 2;
      const length = 206 - Math.abs(spread) * 6;
      const shape: LimbShape = { length, bend: -34, widths: [10, 25, 29, 25, 9] };
      const [ex, ey] = limbPoint(shape, 1);
      const one =
        path(limb(shape), i % 2 ? tone(color, 0.14) : tone(color, 0.04)) +
        path(limb(shape, 0.6, 0.4, 0.02, 0.98), tone(color, -0.2), 'opacity=".7"') +
        path(limb(shape, -0.1, 0.07, 0.05, 0.95), tone(color, -0.34), 'opacity=".5"') +
        path(limb(shape, -0.6, 0.14, 0.15, 0.8), '#fff6cc', 'opacity=".65"') +
        oval(ex, ey, 9, 8, tip);
      body += at(spread * 17, -84 + Math.abs(spread) * 3, 1, 90 - spread * 11, at(length / 2, 20, 1, 0, one));
    }
    body +=
      path(
        'M-58 -78Q-46 -108 -16 -118L-8 -144L18 -142L18 -116Q48 -106 58 -78Q0 -60 -58 -78Z',
        tone('#c2b13a', -0.08),
      ) + oval(5, -143, 13, 6, '#7c6429');
    const outline = smooth([
      [-60, -84],
      [0, -120],
      [60, -84],
      [104, 0],
      [108, 84],
      [40, 116],
      [-40, 116],
      [-108, 84],
      [-104, 0],
    ]);
    return { body, outline: `<path d="${outline}"/>` };
  };

export const grapes =
  (color = '#8fb24a'): ItemMaker =>
  (art): Item => {
    const berry = art.define(
      oval(0, 0, 19, 21, art.ball(color, 0.4, -0.34)) + oval(-6, -8, 5, 4, '#fffbe8', 'opacity=".7"'),
    );
    let berries = '';
    const rows = [4, 5, 6, 6, 5, 5, 4, 3, 3, 2, 1];
    rows.forEach((count, row) => {
      for (let i = 0; i < count; i += 1) {
        const x = (i - (count - 1) / 2) * 29 + art.rng.jitter(4);
        berries += `<use href="#${berry}" x="${x.toFixed(1)}" y="${(-70 + row * 20 + art.rng.jitter(4)).toFixed(1)}"/>`;
      }
    });
    const d = smooth([
      [-62, -84],
      [0, -94],
      [62, -84],
      [90, -30],
      [76, 40],
      [30, 120],
      [0, 148],
      [-30, 120],
      [-76, 40],
      [-90, -30],
    ]);
    const back = path(d, tone(color, -0.55));
    return {
      body:
        line('M0 -80Q4 -110 -8 -136', '#7b6134', 9) +
        (art.rng.next() < 0.4 ? at(6, -96, 1, 62, lobed(52, '#5b9446')) : '') +
        `<g transform="scale(.92)">${back}</g>` +
        berries,
      outline: `<path d="${d}"/>`,
    };
  };
