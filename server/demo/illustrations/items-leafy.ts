// Bunches tied for market, and leaf crops.
import { blade, leaf, pinnate } from './leaves.ts';
import { at, line, oval, path, tone } from './svg.ts';
import type { Item, ItemMaker } from './svg.ts';

function tied(heads: string, stems: string, root = ''): Item {
  const tie =
    path('M-34 44Q0 56 34 44L36 58Q0 70 -36 58Z', '#c99a4a') + line('M-34 50Q0 62 35 50', '#8c6527', 2.4);
  return {
    body: root + stems + heads + tie,
    outline:
      '<path d="M-30 110L-36 40C-110 10 -120 -70 -60 -104C-20 -122 30 -120 64 -100C120 -66 108 10 36 40L30 110Z"/>',
  };
}

function stemsOf(color: string, spread: number): string {
  let out = '';
  for (let i = -4; i <= 4; i += 1) out += `M${i * spread * 0.7} 116Q${i * 5} 54 ${i * 13} -10`;
  return line(out, color, 8) + line(out, tone(color, 0.3), 2);
}

export const spinach =
  (color = '#3f8a3d', plump = 0.56, rootColor = ''): ItemMaker =>
  (art): Item => {
    let heads = '';
    for (const [turn, size, x, y, shade] of [
      [-74, 104, -16, 36, -0.16],
      [74, 104, 16, 36, -0.2],
      [-52, 128, -14, 30, -0.06],
      [52, 128, 14, 30, -0.1],
      [-30, 146, -10, 26, 0.04],
      [30, 146, 10, 26, 0],
      [0, 156, 0, 24, -0.06],
      [-16, 126, -4, 34, 0.12],
      [18, 122, 5, 36, 0.09],
      [-44, 98, -8, 40, 0.14],
      [44, 98, 8, 42, 0.12],
      [2, 92, 0, 46, 0.2],
    ] as const) {
      heads += at(x, y, 1, turn + art.rng.jitter(5), leaf(size, size * plump, tone(color, shade)));
    }
    const root = rootColor ? path('M-22 104Q0 96 22 104Q10 128 0 146Q-10 128 -22 104Z', rootColor) : '';
    return tied(heads, stemsOf(tone(color, 0.32), 7), root);
  };

export const herb =
  (color = '#4c9342'): ItemMaker =>
  (art): Item => {
    let heads = '';
    for (let i = 0; i < 15; i += 1) {
      const turn = -70 + (i * 140) / 14;
      const order = (i * 8) % 15;
      heads += at(
        turn * 0.2,
        40 - order,
        1,
        -70 + (order * 140) / 14 + art.rng.jitter(6),
        pinnate(118 + art.rng.jitter(18), 3, tone(color, art.rng.range(-0.14, 0.14)), 0.8),
      );
    }
    return tied(heads, stemsOf(tone(color, 0.28), 6));
  };

export const springOnion: ItemMaker = (art): Item => {
  let heads = '';
  for (let i = 0; i < 11; i += 1)
    heads += at(
      -30 + i * 6,
      40,
      1,
      0,
      blade(146 + art.rng.jitter(20), 16, -80 + i * 16, i % 2 ? '#4d8f45' : '#3d7d3d'),
    );
  let bulbs = '';
  for (let i = -3; i <= 3; i += 1)
    bulbs +=
      line(`M${i * 9} 50Q${i * 10} 90 ${i * 12} 106`, '#e6edd0', 12) + oval(i * 12, 108, 9, 11, '#f5efe2');
  return tied(heads, bulbs);
};

export const aloe: ItemMaker = (art): Item => {
  let body = '';
  for (const [turn, size, shade] of [
    [-62, 130, -0.2],
    [62, 130, -0.24],
    [-38, 160, -0.08],
    [38, 160, -0.12],
    [-14, 176, 0],
    [16, 174, -0.04],
    [0, 150, 0.1],
  ] as const) {
    const color = tone('#6fa06a', shade);
    let teeth = '';
    for (let i = 1; i < 8; i += 1)
      teeth +=
        oval((1 - i / 9) * 19 + 2, -size * (i / 9), 2.4, 2, '#e8efc8') +
        oval(-(1 - i / 9) * 19 - 2, -size * (i / 9), 2.4, 2, '#e8efc8');
    body += at(
      0,
      84,
      1,
      turn + art.rng.jitter(4),
      path(`M-20 0Q-22 ${-size * 0.5} 0 ${-size}Q22 ${-size * 0.5} 20 0Z`, color) +
        path(`M4 0Q8 ${-size * 0.5} 0 ${-size}Q22 ${-size * 0.5} 20 0Z`, tone(color, -0.18)) +
        teeth,
    );
  }
  return { body, outline: '<path d="M-20 84L-110 10L-30 -30L0 -96L40 -30L110 10L20 84Z"/>' };
};

export const marigold: ItemMaker = (): Item => {
  let body = '';
  for (const [r, count, color] of [
    [96, 18, '#d9790f'],
    [76, 16, '#e8921c'],
    [56, 13, '#f0a62b'],
    [36, 9, '#f4b845'],
    [18, 6, '#f8cd6e'],
  ] as const) {
    for (let i = 0; i < count; i += 1)
      body += at(
        0,
        0,
        1,
        (i / count) * 360 + r,
        oval(0, -r * 0.62, r * 0.22 + 6, r * 0.4, i % 2 ? color : tone(color, -0.1)),
      );
  }
  return { body, outline: '<circle r="98"/>' };
};

/** A crocus bloom with three red threads. */
export const crocus: ItemMaker = (): Item => {
  const petal = (turn: number, size: number, color: string): string =>
    at(0, 20, 1, turn, leaf(size, size * 0.5, color));
  const body =
    line('M0 20L0 110', '#cdbfe0', 12) +
    petal(-58, 104, '#7d5aa6') +
    petal(58, 104, '#74519e') +
    petal(-22, 122, '#9474ba') +
    petal(24, 122, '#8a68b2') +
    line('M0 16Q-20 -30 -44 -52M0 16Q4 -40 6 -74M0 16Q22 -20 48 -44', '#c4301c', 9) +
    line('M4 18Q-4 -20 -16 -40M4 18Q14 -16 24 -30', '#f0b429', 6) +
    petal(-40, 72, '#a88bcb') +
    petal(42, 72, '#9d7ec2') +
    petal(0, 52, '#b39ad2');
  return { body, outline: '<path d="M0 30L-90 -30L-30 -96L30 -100L92 -28Z"/>' };
};
