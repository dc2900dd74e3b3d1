// Big, ribbed, scaly and leaf-wrapped round produce.
import { leaf } from './leaves.ts';
import { gloss } from './round-kit.ts';
import { at, line, mirror, oval, path, smooth, tone, wobble } from './svg.ts';
import type { Art, Item, ItemMaker, Point } from './svg.ts';

export function ring(rx: number, ry: number, count: number, uneven = 0, art?: Art): Point[] {
  return Array.from({ length: count }, (_, i): Point => {
    const angle = (i / count) * Math.PI * 2 - Math.PI / 2;
    const r = 1 + (art ? art.rng.jitter(uneven) : 0);
    return [Math.cos(angle) * rx * r, Math.sin(angle) * ry * r];
  });
}

export function outlineOf(d: string): string {
  return `<path d="${d}"/>`;
}

export const pumpkin =
  (color = '#d98a2b'): ItemMaker =>
  (art): Item => {
    let ribs = '';
    for (const x of [-66, 66, -36, 36, 0]) {
      const rx = 46 - Math.abs(x) * 0.2;
      ribs +=
        oval(x, 2, rx, 74 - Math.abs(x) * 0.12, art.linear([tone(color, 0.12), color, tone(color, -0.32)])) +
        oval(x - rx * 0.3, -18, rx * 0.2, 34, '#fff3d6', 'opacity=".16"');
    }
    const d = smooth(ring(110, 76, 14));
    return {
      body:
        path(d, tone(color, -0.42)) +
        ribs +
        path('M-14 -66C-10 -84 -14 -96 -24 -104L-4 -110C6 -96 10 -84 16 -66Q0 -58 -14 -66Z', '#6f7a38'),
      outline: outlineOf(d),
    };
  };

export const watermelon: ItemMaker = (art): Item => {
  const d = smooth(ring(110, 88, 14));
  let stripes = '';
  for (const x of [-92, -52, -8, 38, 80]) {
    const zig = Array.from({ length: 9 }, (_, i): Point => {
      const y = -88 + i * 22;
      return [x * Math.cos((y / 88) * 1.3) + (i % 2 ? 9 : -9), y];
    });
    stripes += line(smooth(zig, false), '#1d5a33', 15, 'opacity=".85"');
  }
  return {
    body:
      path(d, art.ball('#5f9e4a')) +
      `<g ${art.clip(d)}>${stripes}${oval(50, 70, 120, 50, art.glow('#0f2e1b', 0.5))}</g>` +
      gloss(-46, -44, 1.2, 0.4) +
      line('M0 -86Q4 -100 18 -104', '#6d7d3a', 9),
    outline: outlineOf(d),
  };
};

export const muskmelon: ItemMaker = (art): Item => {
  const d = smooth(ring(98, 88, 14));
  let net = '';
  for (let i = 0; i < 60; i += 1) {
    const x = art.rng.jitter(94);
    const y = art.rng.jitter(84);
    net += `M${x.toFixed(0)} ${y.toFixed(0)}l${art.rng.jitter(22).toFixed(0)} ${art.rng.jitter(22).toFixed(0)}l${art.rng.jitter(18).toFixed(0)} ${art.rng.jitter(18).toFixed(0)}`;
  }
  const ribs = [-70, -34, 0, 34, 70]
    .map((x) => line(`M${x * 0.1} -88Q${x * 1.5} 0 ${x * 0.1} 88`, '#7a8a45', 6, 'opacity=".5"'))
    .join('');
  return {
    body:
      path(d, art.ball('#d9bd73')) +
      `<g ${art.clip(d)}>${ribs}${line(net, '#f5e8bd', 2.6, 'opacity=".8"')}</g>` +
      gloss(-40, -44, 1, 0.3) +
      oval(0, -86, 12, 6, '#7f7a3f'),
    outline: outlineOf(d),
  };
};

export const cabbage: ItemMaker = (art): Item => {
  const d = smooth(wobble(ring(98, 94, 12), art.rng, 4));
  const outer = (side: number): string =>
    path(
      `M0 98C${side * 70} 104 ${side * 128} 60 ${side * 116} -6C${side * 112} -44 ${side * 84} -60 ${side * 64} -58C${side * 86} 0 ${side * 50} 70 0 98Z`,
      side < 0 ? '#6fa05a' : '#5a8d4c',
    ) +
    line(
      `M${side * 12} 92Q${side * 84} 66 ${side * 94} -16M${side * 66} 62Q${side * 88} 58 ${side * 100} 40M${side * 84} 32Q${side * 96} 24 ${side * 108} 8`,
      '#c7dca4',
      3.6,
    );
  const veins =
    'M4 92C-6 30 -14 -20 -50 -64M-1 60C-30 40 -60 30 -84 28M-8 26C-34 8 -56 -8 -78 -18M4 92C18 30 26 -30 40 -80M12 54C40 36 60 30 84 32M20 14C44 -6 58 -16 80 -24M28 -26C42 -44 50 -54 64 -62';
  return {
    body:
      path(d, art.ball('#a9cb83')) +
      path(
        'M-92 -30C-60 -104 40 -112 78 -58C30 -70 -10 -60 -26 -20C-40 -38 -64 -42 -92 -30Z',
        '#c3dc9d',
        'opacity=".75"',
      ) +
      line(veins, '#e3efc8', 4.4) +
      line('M-92 -30C-64 -42 -40 -38 -26 -20C-10 -60 30 -70 78 -58', '#7fa861', 4) +
      outer(-1) +
      outer(1),
    outline: outlineOf(smooth(ring(114, 96, 12))),
  };
};

export const cauliflower: ItemMaker = (art): Item => {
  const { rng } = art;
  let curds = '';
  const bump = (x: number, y: number, r: number): string =>
    oval(x, y + r * 0.16, r, r * 0.96, '#d9c79b') +
    oval(x, y, r * 0.96, r * 0.9, '#f6ecd2') +
    oval(x - r * 0.24, y - r * 0.26, r * 0.44, r * 0.36, '#fffaf0');
  for (let row = 0; row < 6; row += 1) {
    const y = -68 + row * 20;
    const half = Math.sqrt(Math.max(0, 1 - ((y + 20) / 66) ** 2)) * 78;
    const count = Math.max(3, Math.round(half / 13));
    for (let i = 0; i < count; i += 1) {
      const x = count === 1 ? 0 : -half + (2 * half * i) / (count - 1);
      curds += bump(x + rng.jitter(4), y + rng.jitter(5), rng.range(14, 20));
    }
  }
  const side = (turn: number, size: number, color: string): string =>
    at(0, 92, 1, turn, leaf(size, size * 0.52, color));
  return {
    body:
      side(-74, 146, '#5c8f45') +
      side(74, 146, '#4c803d') +
      side(-44, 166, '#79a858') +
      side(44, 166, '#6d9d50') +
      oval(0, -14, 82, 74, '#cbb787') +
      curds +
      side(-66, 122, '#86b564') +
      side(66, 122, '#75a556') +
      side(-30, 92, '#a0c77c') +
      side(28, 92, '#93bd70') +
      oval(0, 92, 26, 12, '#d6e2b4'),
    outline: outlineOf(smooth(ring(112, 96, 12))),
  };
};

export const capsicum =
  (color = '#3f8f3e'): ItemMaker =>
  (art): Item => {
    const d = smooth(
      mirror([
        [0, -70],
        [28, -86],
        [72, -76],
        [92, -30],
        [82, 34],
        [58, 86],
        [28, 88],
        [0, 78],
      ]),
    );
    const lobes = line(
      'M-12 -70C-44 -20 -42 40 -24 84M12 -70C44 -20 42 40 24 84',
      tone(color, -0.42),
      7,
      'opacity=".6"',
    );
    return {
      body:
        path(d, art.ball(color)) +
        `<g ${art.clip(d)}>${lobes}${oval(60, 60, 70, 60, art.glow(tone(color, -0.6), 0.5))}</g>` +
        gloss(-56, -34, 0.85, 0.55) +
        gloss(4, -30, 0.6, 0.4) +
        oval(0, -66, 30, 12, tone('#3f7a33', -0.1)) +
        line('M0 -68C-2 -90 6 -104 22 -112', '#4f8a3c', 16),
      outline: outlineOf(d),
    };
  };

export const mushroom: ItemMaker = (art): Item => {
  const cap = smooth(
    mirror([
      [0, -76],
      [60, -64],
      [98, -14],
      [92, 16],
      [40, 26],
      [0, 28],
    ]),
  );
  return {
    body:
      path(
        'M-34 14C-30 50 -40 80 -32 92Q0 104 32 92C40 80 30 50 34 14Z',
        art.linear(['#d8c6a4', '#f7eedb']),
      ) +
      oval(0, 20, 82, 16, '#c9ae86') +
      path(cap, art.ball('#f6ecdb', 0.7, -0.16)) +
      gloss(-40, -40, 1, 0.8),
    outline: outlineOf(cap) + '<path d="M-34 14C-30 50 -40 80 -32 92Q0 104 32 92C40 80 30 50 34 14Z"/>',
  };
};
