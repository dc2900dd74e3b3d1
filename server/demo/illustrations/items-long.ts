// Elongated produce lying along x, stalk end to the left, and things that grow in hands and clusters.
import { leaf } from './leaves.ts';
import { at, limb, limbPoint, line, oval, path, tone } from './svg.ts';
import type { Art, Item, ItemMaker, LimbShape } from './svg.ts';

interface LongLook {
  shape: LimbShape;
  color: string;
  extra?: (art: Art, shape: LimbShape) => string;
  cap?: (art: Art, x: number, y: number) => string;
  shine?: number;
}

function long(look: LongLook): ItemMaker {
  return (art): Item => {
    const shape = { ...look.shape, bend: look.shape.bend * art.rng.range(0.6, 1.35) };
    const d = limb(shape);
    const [x, y] = limbPoint(shape, 0);
    const body =
      path(d, look.color) +
      path(limb(shape, 0.55, 0.45, 0.02, 0.98), tone(look.color, -0.3), 'opacity=".75"') +
      (look.extra ? look.extra(art, shape) : '') +
      (look.shine === 0
        ? ''
        : path(limb(shape, -0.45, 0.14, 0.14, 0.7), '#fffaf0', `opacity="${look.shine ?? 0.45}"`)) +
      (look.cap ? look.cap(art, x, y) : '');
    return { body, outline: path(d, '#000').replace(' fill="#000"', '') };
  };
}

const ridges =
  (color: string, offsets: readonly number[], opacity = 0.6) =>
  (_: Art, shape: LimbShape): string =>
    offsets
      .map((offset) => path(limb(shape, offset, 0.06, 0.03, 0.97), color, `opacity="${opacity}"`))
      .join('');

export const rings =
  (color: string, count: number, width = 3) =>
  (art: Art, shape: LimbShape): string => {
    let out = '';
    for (let i = 1; i < count; i += 1) {
      const t = i / count + art.rng.jitter(0.015);
      const [x, y] = limbPoint(shape, t);
      const index = Math.min(shape.widths.length - 1, Math.round(t * (shape.widths.length - 1)));
      const half = (shape.widths[index] as number) * 0.8;
      out += `M${x.toFixed(1)} ${(y - half).toFixed(1)}q8 ${half.toFixed(1)} 0 ${(half * 2).toFixed(1)}`;
    }
    return line(out, color, width, 'opacity=".5"');
  };

function capOf(color: string, size: number) {
  return (_: Art, x: number, y: number): string =>
    path(
      `M${x + size * 0.9} ${y - size * 0.72}Q${x - size * 0.5} ${y - size * 0.8} ${x - size * 0.7} ${y}Q${x - size * 0.5} ${y + size * 0.8} ${x + size * 0.9} ${y + size * 0.72}Q${x + size * 0.5} ${y} ${x + size * 0.9} ${y - size * 0.72}Z`,
      color,
    ) +
    line(
      `M${x - size * 0.5} ${y}q${-size * 0.7} ${-size * 0.1} ${-size * 1.3} ${-size * 0.7}`,
      tone(color, -0.15),
      size * 0.36,
    );
}

export const chilli = (color = '#c0261d', wide = 19): ItemMaker =>
  long({
    shape: { length: 218, bend: 24, widths: [wide * 0.8, wide, wide * 0.9, wide * 0.62, 2] },
    color,
    cap: capOf('#5d9440', wide * 0.92),
  });

export const dryChilli = (color = '#9d1c1a', wide = 22): ItemMaker =>
  long({
    shape: { length: 212, bend: 26, widths: [wide * 0.7, wide * 1.05, wide * 0.8, wide * 0.72, 2] },
    color,
    extra: (art, shape) =>
      ridges(tone(color, -0.45), [-0.25, 0.15, 0.5], 0.65)(art, shape) +
      path(limb(shape, -0.6, 0.12, 0.2, 0.55), '#e8745a', 'opacity=".75"'),
    cap: capOf('#a98a4c', wide * 0.8),
    shine: 0.28,
  });

export const okra: ItemMaker = long({
  shape: { length: 216, bend: 14, widths: [19, 22, 20, 13, 2] },
  color: '#6fa048',
  extra: ridges('#477a30', [-0.5, 0.05, 0.5], 0.75),
  cap: capOf('#5b8a3a', 19),
  shine: 0.35,
});

export const carrot: ItemMaker = long({
  shape: { length: 226, bend: 9, widths: [34, 36, 27, 16, 2] },
  color: '#dd6a2c',
  extra: rings('#9d3c12', 11),
  cap: (art, x, y) =>
    [-36, -12, 14, 38]
      .map((turn) =>
        at(x + 8, y, 1, -90 + turn, leaf(96 + art.rng.jitter(12), 15, turn % 3 ? '#5b9446' : '#44803c')),
      )
      .join('') + oval(x + 6, y, 9, 20, '#7f9b42'),
});

export const radish: ItemMaker = long({
  shape: { length: 230, bend: 10, widths: [28, 32, 26, 13, 1.5] },
  color: '#f3ece0',
  extra: rings('#c3b196', 9, 2.4),
  cap: (art, x, y) =>
    [-44, -16, 12, 40]
      .map((turn) =>
        at(x + 8, y, 1, -90 + turn, leaf(112 + art.rng.jitter(14), 40, turn % 3 ? '#5f9a4a' : '#4b8640')),
      )
      .join('') + oval(x + 8, y, 9, 18, '#b9cf86'),
  shine: 0.7,
});

export const cucumber: ItemMaker = long({
  shape: { length: 222, bend: 17, widths: [16, 33, 35, 33, 16] },
  color: '#4f8a3f',
  extra: ridges('#a9cb7d', [-0.7, -0.2, 0.3, 0.72], 0.55),
  cap: (_, x, y) => oval(x + 4, y, 8, 12, '#38682f'),
});

export const bitterGourd: ItemMaker = long({
  shape: { length: 222, bend: 17, widths: [3, 30, 38, 30, 3] },
  color: '#6f9f4a',
  extra: (art, shape) => {
    let out = ridges('#44772f', [-0.6, -0.1, 0.4], 0.7)(art, shape);
    for (let i = 0; i < 40; i += 1) {
      const t = art.rng.range(0.1, 0.9);
      const [x, y] = limbPoint(shape, t);
      out += oval(x, y + art.rng.jitter(27) * Math.sin(t * Math.PI), 6, 4.4, i % 2 ? '#8dbb62' : '#578a3a');
    }
    return out;
  },
  cap: (_, x, y) => line(`M${x} ${y}q-18 -4 -30 -16`, '#55803a', 7),
  shine: 0.25,
});

export const bottleGourd: ItemMaker = long({
  shape: { length: 228, bend: 10, widths: [10, 26, 34, 48, 52, 30] },
  color: '#a9c86f',
  extra: (art, shape) =>
    path(limb(shape, 0.1, 0.5, 0.3, 0.95), '#bcd78a', 'opacity=".45"') +
    ridges('#7ea24a', [0.2], 0.3)(art, shape),
  cap: (_, x, y) => line(`M${x + 3} ${y}q-20 -2 -32 -16`, '#64863b', 10),
});

export const parwal: ItemMaker = long({
  shape: { length: 196, bend: 8, widths: [3, 32, 40, 34, 3] },
  color: '#5d9a48',
  extra: ridges('#c9dda0', [-0.66, -0.22, 0.24, 0.68], 0.65),
  cap: (_, x, y) => line(`M${x + 3} ${y}q-10 -2 -20 -8`, '#4b7a38', 6),
});

export const drumstick: ItemMaker = long({
  shape: { length: 264, bend: 15, widths: [5, 10, 11, 10, 3] },
  color: '#6f9650',
  extra: ridges('#46702f', [-0.3, 0.4], 0.7),
  shine: 0.3,
});

export const bean: ItemMaker = long({
  shape: { length: 232, bend: 25, widths: [3, 11, 12, 11, 2] },
  color: '#5f9d45',
  extra: rings('#3f7a30', 8, 2),
  shine: 0.4,
});

export const sweetPotato: ItemMaker = long({
  shape: { length: 224, bend: 14, widths: [3, 33, 43, 36, 3] },
  color: '#a34a50',
  extra: rings('#6d2530', 7, 2.6),
  shine: 0.25,
});
