// Fruit with scales, spikes, seeds or a crown.
import { outlineOf, ring } from './items-round-more.ts';
import { calyx, leaf } from './leaves.ts';
import { gloss } from './round-kit.ts';
import { at, line, mirror, oval, path, smooth, wobble } from './svg.ts';
import type { Item, ItemMaker, Point } from './svg.ts';

export const garlic: ItemMaker = (art): Item => {
  const right: Point[] = [
    [6, -124],
    [10, -92],
    [28, -68],
    [72, -40],
    [94, 6],
    [84, 48],
    [50, 74],
    [0, 78],
  ];
  const d = smooth(wobble(mirror(right), art.rng, 2));
  const cloves = 'M0 -90C-14 -30 -16 40 0 76M-8 -92C-66 -40 -72 30 -40 72M8 -92C62 -40 70 30 40 72';
  return {
    body:
      path(d, art.ball('#f1e6d6', 0.6, -0.22)) +
      `<g ${art.clip(d)}>${line(cloves, '#b79fae', 5, 'opacity=".75"')}${line('M-30 -60C-50 -10 -52 30 -36 64M30 -60C52 -10 52 30 34 64M-18 -40C-22 0 -22 40 -16 66M18 -40C22 0 22 40 16 66', '#c79fb2', 2.4, 'opacity=".6"')}${oval(0, 80, 44, 16, '#c9b08a')}</g>` +
      path('M-8 -96C-8 -116 -14 -138 -10 -152L12 -150C8 -134 10 -114 9 -96Z', '#e3d3b6') +
      gloss(-40, -14, 0.9, 0.7),
    outline: outlineOf(d),
  };
};

export const custardApple: ItemMaker = (art): Item => {
  const d = smooth(
    mirror([
      [0, -78],
      [50, -84],
      [92, -44],
      [92, 6],
      [62, 64],
      [0, 96],
    ]),
  );
  let scales = '';
  for (let row = 0; row < 8; row += 1) {
    for (let i = -4; i <= 4; i += 1) {
      const y = -76 + row * 25;
      const x = i * 29 + (row % 2 ? 14 : 0);
      scales +=
        oval(x, y + 4, 16, 16, '#4f7a3d') +
        oval(x, y, 15, 14, '#93b767') +
        oval(x - 4, y - 4, 7, 5, '#c6d99b');
    }
  }
  return {
    body:
      path(d, '#4c7439') +
      `<g ${art.clip(d)}>${scales}${oval(46, 62, 90, 70, art.glow('#20351a', 0.55))}</g>` +
      line('M0 -76Q2 -96 -6 -110', '#6a5128', 10),
    outline: outlineOf(d),
  };
};

export const jackfruit: ItemMaker = (art): Item => {
  const d = smooth(wobble(ring(82, 108, 14), art.rng, 3));
  let spikes = '';
  for (let row = 0; row < 15; row += 1) {
    for (let i = -6; i <= 6; i += 1) {
      const y = -108 + row * 15.5;
      const x = i * 15 + (row % 2 ? 7.5 : 0);
      spikes += path(
        `M${x - 7} ${y + 5}L${x} ${y - 8}L${x + 7} ${y + 5}Q${x} ${y + 9} ${x - 7} ${y + 5}Z`,
        (row + i) % 3 ? '#93a048' : '#a8b35a',
      );
    }
  }
  return {
    body:
      path(d, '#63702d') +
      `<g ${art.clip(d)}>${spikes}${oval(40, 50, 90, 100, art.glow('#2f3512', 0.6))}${oval(-34, -50, 60, 70, art.glow('#e8e3a0', 0.4))}</g>` +
      line('M0 -104Q4 -126 -8 -140', '#6a5128', 15),
    outline: outlineOf(d),
  };
};

export const pineapple: ItemMaker = (art): Item => {
  const d = smooth(
    mirror([
      [0, -58],
      [42, -52],
      [66, -10],
      [68, 50],
      [46, 98],
      [0, 106],
    ]),
  );
  let eyes = '';
  for (let row = 0; row < 9; row += 1) {
    for (let i = -3; i <= 3; i += 1) {
      const y = -54 + row * 20;
      const x = i * 26 + (row % 2 ? 13 : 0);
      eyes +=
        path(
          `M${x} ${y - 17}L${x + 12} ${y}L${x} ${y + 17}L${x - 12} ${y}Z`,
          (row + i) % 2 ? '#d79b2e' : '#e0ab3f',
        ) + oval(x, y + 3, 3.4, 4, '#8a5a1d');
    }
  }
  let crown = '';
  for (const [turn, size, color] of [
    [-64, 80, '#3f7d46'],
    [64, 80, '#35713f'],
    [-42, 100, '#4c8d50'],
    [42, 100, '#438248'],
    [-20, 118, '#5a9b58'],
    [20, 118, '#4f9051'],
    [0, 126, '#69a962'],
    [-32, 72, '#5a9b58'],
    [32, 72, '#4f9051'],
    [0, 80, '#78b56d'],
  ] as const) {
    crown += at(0, -46, 1, turn, leaf(size, size * 0.2, color));
  }
  return {
    body:
      crown +
      path(d, '#9c6420') +
      `<g ${art.clip(d)}>${eyes}${oval(40, 50, 70, 90, art.glow('#5b3210', 0.55))}${oval(-28, -10, 40, 60, art.glow('#fff0b8', 0.4))}</g>`,
    outline: outlineOf(d),
  };
};

export const strawberry: ItemMaker = (art): Item => {
  const d = smooth(
    mirror([
      [0, -66],
      [44, -76],
      [84, -44],
      [80, 6],
      [44, 70],
      [0, 100],
    ]),
  );
  let seeds = '';
  for (let row = 0; row < 7; row += 1) {
    for (let i = -3; i <= 3; i += 1)
      seeds += oval(i * 26 + (row % 2 ? 13 : 0), -52 + row * 22, 3, 5, '#f6d98a');
  }
  return {
    body:
      path(d, art.ball('#cf2f35')) +
      `<g ${art.clip(d)}>${seeds}</g>` +
      gloss(-34, -34, 0.9, 0.4) +
      at(0, -64, 1, 0, calyx(art, 7, 58, 0.55, '#4f9142')),
    outline: outlineOf(d),
  };
};
