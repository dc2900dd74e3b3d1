// Fruit and vegetables cut open, facing the viewer, about 100 units in radius.
import { at, line, oval, path, smooth, tone } from './svg.ts';
import type { Art, Point } from './svg.ts';

export type Cut = (art: Art) => string;

const disc = (r: number, fill: string, squash = 0.92): string => oval(0, 0, r, r * squash, fill);

export const citrusCut =
  (rind: string, flesh: string): Cut =>
  (art) => {
    let wedges = '';
    for (let i = 0; i < 10; i += 1) {
      wedges += at(
        0,
        0,
        1,
        i * 36,
        path(
          'M0 -9C22 -26 27 -62 17 -79Q0 -87 -17 -79C-27 -62 -22 -26 0 -9Z',
          art.linear([tone(flesh, 0.05), tone(flesh, 0.3)]),
        ) + line('M0 -30V-66M-8 -46V-70M8 -46V-70', tone(flesh, 0.5), 2.4, 'opacity=".8"'),
      );
    }
    return (
      disc(100, rind) + disc(91, '#fbf1cf') + `<g transform="scale(1 .92)">${wedges}</g>` + disc(8, '#fbf1cf')
    );
  };

export const tomatoCut: Cut = (art) => {
  let rooms = '';
  for (let i = 0; i < 5; i += 1) {
    let seeds = '';
    for (let s = 0; s < 6; s += 1)
      seeds += oval(art.rng.jitter(15), -48 + art.rng.jitter(17), 4, 6, '#f6dc8e');
    rooms += at(
      0,
      0,
      1,
      i * 72,
      path('M0 -22C34 -30 38 -62 22 -76Q0 -84 -22 -76C-38 -62 -34 -30 0 -22Z', '#c22f1f') + seeds,
    );
  }
  return (
    disc(100, '#c93a26') +
    disc(93, '#e8684a') +
    `<g transform="scale(1 .92)">${rooms}</g>` +
    disc(16, '#f0a184')
  );
};

export const onionCut =
  (color: string): Cut =>
  () => {
    let out = disc(100, color);
    for (let i = 0; i < 8; i += 1) out += disc(94 - i * 12, i % 2 ? tone(color, 0.5) : '#faf0ea');
    return out;
  };

export const pomegranateCut: Cut = (art) => {
  const aril = art.define(
    path('M0 -11C9 -9 11 4 6 10Q0 14 -6 10C-11 4 -9 -9 0 -11Z', art.ball('#b3142e', 0.3, -0.3)) +
      oval(-3, -3, 2.6, 3.6, '#ffd9d4', 'opacity=".8"'),
  );
  let arils = '';
  for (let room = 0; room < 6; room += 1) {
    for (let i = 0; i < 13; i += 1) {
      const a = ((room * 60 + 8 + (i % 4) * 14.5) * Math.PI) / 180;
      const r = 30 + Math.floor(i / 4) * 18 + art.rng.jitter(3);
      arils += `<use href="#${aril}" x="${(Math.cos(a) * r).toFixed(1)}" y="${(Math.sin(a) * r * 0.94).toFixed(1)}"/>`;
    }
  }
  let walls = '';
  for (let i = 0; i < 6; i += 1)
    walls += `M0 0L${(Math.cos((i * Math.PI) / 3) * 92).toFixed(0)} ${(Math.sin((i * Math.PI) / 3) * 86).toFixed(0)}`;
  return (
    path('M-22 -90L-30 -122L-8 -108L4 -124L14 -108L34 -120L24 -90Z', '#a82436') +
    disc(100, '#b32a3a', 0.95) +
    disc(92, '#f7dfae', 0.95) +
    line(walls, '#efcf92', 6) +
    arils
  );
};

export const appleCut =
  (skin: string, flesh = '#fbf1d6'): Cut =>
  () => {
    const half: Point[] = [
      [0, -70],
      [40, -86],
      [88, -60],
      [96, 4],
      [70, 70],
      [30, 92],
      [0, 84],
      [-30, 92],
      [-70, 70],
      [-96, 4],
      [-88, -60],
      [-40, -86],
    ];
    const d = smooth(half);
    return (
      path(d, skin) +
      `<g transform="scale(.92)">${path(d, flesh)}</g>` +
      line('M0 -60C-44 -30 -44 40 0 62C44 40 44 -30 0 -60Z', '#e3cf98', 3.4) +
      path('M-6 -10C-22 0 -20 26 -6 34Z', '#5f3518') +
      path('M6 -10C22 0 20 26 6 34Z', '#5f3518') +
      line('M0 -66Q2 -92 12 -108', '#6b4a24', 7)
    );
  };

export const mangoCut =
  (skin = '#eda52b', flesh = '#f7b733'): Cut =>
  (art) => {
    const d = smooth([
      [-6, -104],
      [44, -96],
      [84, -40],
      [80, 44],
      [40, 100],
      [-6, 108],
      [-56, 78],
      [-82, 20],
      [-72, -50],
      [-40, -94],
    ]);
    let grid = '';
    for (let i = -6; i <= 6; i += 1)
      grid += `M${i * 30 - 110} -120L${i * 30 + 110} 120M${i * 30 + 110} -120L${i * 30 - 110} 120`;
    const inner =
      path(d, tone(flesh, 0.1)) +
      `<g ${art.clip(d)}>${line(grid, tone(flesh, -0.2), 5)}${line(grid, tone(flesh, 0.45), 2.4, 'transform="translate(-4 -2)"')}</g>`;
    return path(d, skin) + `<g transform="scale(.9)">${inner}</g>`;
  };

export const melonCut: Cut = () => {
  let seeds = '';
  for (const [x, y] of [
    [-70, 22],
    [-42, 44],
    [-10, 52],
    [24, 50],
    [56, 34],
    [78, 16],
    [-50, 14],
    [-16, 24],
    [18, 22],
    [48, 8],
  ] as const)
    seeds += oval(x, y, 4.5, 7, '#38201a');
  return (
    path('M-128 -20A128 112 0 0 0 128 -20Z', '#2e7040') +
    path('M-117 -20A117 101 0 0 0 117 -20Z', '#dfeabb') +
    path('M-107 -20A107 91 0 0 0 107 -20Z', '#e0523f') +
    path('M-107 -20A107 91 0 0 0 -30 66Q-80 20 -76 -20Z', '#ef7a63', 'opacity=".6"') +
    seeds
  );
};

export const papayaCut: Cut = (art) => {
  const d = smooth([
    [0, -118],
    [38, -100],
    [62, -30],
    [82, 40],
    [58, 104],
    [0, 122],
    [-58, 104],
    [-82, 40],
    [-62, -30],
    [-38, -100],
  ]);
  let seeds = '';
  for (let i = 0; i < 44; i += 1) {
    const a = i * 2.4;
    const r = Math.sqrt(i / 44);
    seeds += oval(
      Math.cos(a) * r * 30 + art.rng.jitter(2),
      28 + Math.sin(a) * r * 58,
      6.4,
      7.4,
      i % 3 ? '#2e2a28' : '#4b4643',
    );
  }
  return (
    path(d, '#7c9a3c') +
    `<g transform="scale(.94)">${path(d, '#ef8d35')}</g>` +
    `<g transform="translate(0 4) scale(.72)">${path(d, '#f4a552')}</g>` +
    path(
      smooth([
        [0, -56],
        [26, -10],
        [42, 40],
        [26, 84],
        [0, 96],
        [-26, 84],
        [-42, 40],
        [-26, -10],
      ]),
      '#d96f24',
    ) +
    seeds
  );
};

export const coconutCut: Cut = () =>
  disc(100, '#6e4526') +
  disc(90, '#4a2c17') +
  disc(85, '#fdf8ec') +
  oval(0, 2, 58, 52, '#e8dfca') +
  path('M-56 8A58 46 0 0 0 56 8Q0 34 -56 8Z', '#f5efdf') +
  line('M-70 -34Q-50 -66 -14 -74', '#ffffff', 6);

export const guavaCut =
  (pink: boolean): Cut =>
  (art) => {
    let seeds = '';
    for (let i = 0; i < 40; i += 1) {
      const a = i * 2.4;
      const r = Math.sqrt(i / 40) * 46;
      seeds += oval(Math.cos(a) * r + art.rng.jitter(3), Math.sin(a) * r * 0.92, 4, 5, '#e9d08f');
    }
    return (
      disc(100, '#a8bf52') +
      disc(92, pink ? '#f6c9bd' : '#f4efcf') +
      disc(62, pink ? '#e6796f' : '#eadfae') +
      seeds
    );
  };

export const cabbageCut: Cut = () => {
  let folds = '';
  for (let i = 0; i < 5; i += 1)
    folds += `M${-78 + i * 14} ${40 - i * 6}C${-84 + i * 16} ${-40 + i * 12} ${-30 + i * 6} ${-86 + i * 16} 0 ${-80 + i * 20}C${30 - i * 6} ${-86 + i * 16} ${84 - i * 16} ${-40 + i * 12} ${78 - i * 14} ${40 - i * 6}`;
  return (
    disc(100, '#7fae5c') +
    disc(95, '#e6efc4') +
    line(folds, '#9cc077', 5) +
    path('M-20 92L-12 20Q0 4 12 20L20 92Z', '#fbfae4') +
    line('M-12 40Q-40 30 -60 50M12 40Q40 30 60 50', '#fbfae4', 8)
  );
};

export const rhizomeCut =
  (rim: string, flesh: string): Cut =>
  () =>
    disc(86, rim, 0.8) +
    disc(78, flesh, 0.8) +
    oval(0, 0, 58, 45, 'none', `stroke="${tone(flesh, -0.16)}" stroke-width="4"`) +
    oval(0, 0, 32, 24, tone(flesh, -0.08)) +
    line('M-50 -22Q-30 -44 0 -46', tone(flesh, 0.5), 6);

export const rootCut =
  (rim: string, flesh: string, core: string): Cut =>
  () =>
    disc(72, rim, 0.94) +
    disc(65, flesh, 0.94) +
    disc(30, core, 0.94) +
    line(
      'M0 -24V-56M0 24V54M-24 0H-58M24 0H58M17 17L40 38M-17 -17L-40 -38M17 -17L40 -38M-17 17L-40 38',
      tone(flesh, 0.35),
      3,
    );
