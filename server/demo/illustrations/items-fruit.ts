// Round fruit seen from the side.
import { calyx, leaf } from './leaves.ts';
import { APPLE, GLOBE, PEAR, meridians, round, specks, stalk } from './round-kit.ts';
import { at, line, mirror, oval, path, tone } from './svg.ts';
import type { ItemMaker, Point } from './svg.ts';

export const apple = (color = '#c22a2c', blush = '#dd6a44'): ItemMaker =>
  round({
    points: APPLE,
    color,
    blush,
    skin: (art) =>
      meridians(tone(color, -0.22), [-84, -62, -34, -8, 24, 50, 78], 2.2, -80, 90)() +
      oval(0, -84, 60, 34, art.glow('#f0c46a', 0.75)) +
      specks('#fbe6b8', 26, 2.2, 0.6)(art),
    top: stalk('#6b4423', '#4f9142', -72),
  });

export const citrus = (color: string, leafColor = '#2f7d3f', flat = 0.95): ItemMaker =>
  round({
    points: GLOBE.map(([x, y]): Point => [x, y * flat]),
    color,
    skin: specks(tone(color, -0.35), 90, 1.9, 0.4),
    top: (art) =>
      oval(0, -84 * flat, 13, 6, tone(color, -0.4), 'opacity=".6"') +
      at(0, -84 * flat, 1, 64 + art.rng.jitter(16), leaf(78, 36, leafColor)) +
      oval(0, -86 * flat, 8, 5, '#5a7a34'),
  });

export const lemon = (color = '#efcb2f'): ItemMaker =>
  round({
    points: [
      [-112, 4],
      [-92, -16],
      [-58, -52],
      [0, -70],
      [60, -52],
      [88, -18],
      [106, -6],
      [106, 10],
      [86, 24],
      [56, 56],
      [0, 70],
      [-58, 56],
      [-92, 22],
    ],
    color,
    skin: specks(tone(color, -0.35), 80, 2, 0.35),
    top: (art) =>
      at(-104, 2, 1, -30 + art.rng.jitter(10), leaf(76, 36, '#3c8a45')) + oval(-108, 4, 6, 8, '#6d8f3d'),
  });

export const mango = (color = '#f0ae2b', blush = '#d9622b'): ItemMaker =>
  round({
    points: [
      [-6, -104],
      [34, -98],
      [74, -64],
      [90, -10],
      [82, 48],
      [46, 96],
      [4, 112],
      [-24, 100],
      [-52, 74],
      [-76, 34],
      [-80, -18],
      [-60, -70],
      [-34, -96],
    ],
    color,
    blush,
    skin: (art) => oval(-30, 70, 70, 60, art.glow('#8fae3c', 0.5)) + specks('#fff1bd', 40, 1.9, 0.55)(art),
    top: (art) =>
      oval(-4, -99, 13, 6, tone(color, -0.45), 'opacity=".6"') +
      line(`M-4 -100Q-6 -116 ${-14 + art.rng.jitter(5)} -128`, '#6e4f25', 8) +
      at(-8, -112, 1, 70 + art.rng.jitter(15), leaf(104, 34, '#2f7b3d')),
  });

export const guava = (color = '#b9cc5d'): ItemMaker =>
  round({
    points: PEAR.map(([x, y]): Point => [x * 1.02, y * (y < 0 ? 0.82 : 0.9)]),
    color,
    skin: specks(tone(color, -0.35), 60, 2, 0.4),
    top: (art) =>
      line('M0 -80Q2 -96 -4 -108', '#6d5a2c', 8) +
      at(0, -94, 1, 70 + art.rng.jitter(12), leaf(84, 40, '#4c8d47')) +
      at(0, 88, 1, 0, path('M-14 0L-8 10L0 2L8 10L14 0Z', '#6f5a2e')),
  });

export const pear = (color = '#c8c552', blush = '#d98b3d'): ItemMaker =>
  round({
    points: PEAR,
    color,
    blush,
    skin: specks(tone(color, -0.4), 50, 1.9, 0.45),
    top: stalk('#6b4a24', '#5b9446', -94, 66),
  });

export const pomegranate = (color = '#b72638'): ItemMaker =>
  round({
    points: GLOBE,
    color,
    blush: '#e0813f',
    skin: (art) => meridians(tone(color, -0.3), [-70, 64], 8, -84, 90)() + specks('#f3b98a', 30, 2, 0.4)(art),
    top: () =>
      path(
        'M-30 -84C-26 -98 -30 -112 -38 -126L-18 -112L-8 -130L4 -112L22 -130L24 -110L42 -120C34 -108 30 -98 32 -84Z',
        tone(color, -0.12),
      ) +
      path(
        'M-20 -88C-16 -100 -18 -106 -20 -110L-8 -104L4 -110L14 -104L24 -108C20 -100 20 -94 22 -88Z',
        tone('#d98a4a', 0.1),
      ),
  });

export const litchi: ItemMaker = round({
  points: GLOBE.map(([x, y]): Point => [x * 0.9, y * 0.96]),
  color: '#c83d4a',
  blush: '#e58a6a',
  skin: (art) =>
    specks('#7f1d33', 70, 5.5, 0.45)(art) +
    `<g transform="translate(-3 -4)">${specks('#f4a39a', 70, 3.4, 0.5)(art)}</g>`,
  top: stalk('#7a5a33', '#3f8543', -84, 84),
  shine: 0.3,
});

export const sapota: ItemMaker = round({
  points: GLOBE,
  color: '#a9713c',
  skin: specks('#5f3a1b', 80, 2, 0.45),
  top: stalk('#5f4426', '#3f7f43', -86, 70),
  shine: 0.22,
});

export const coconut = (color = '#8a5a33'): ItemMaker =>
  round({
    points: GLOBE.map(([x, y]): Point => [x * 0.97, y]),
    color,
    skin: (art) => {
      let hair = '';
      for (let i = 0; i < 90; i += 1) {
        const x = art.rng.jitter(90);
        const y = art.rng.jitter(88);
        hair += `M${x.toFixed(0)} ${y.toFixed(0)}q${(x * -0.06).toFixed(0)} 12 ${(x * -0.16).toFixed(0)} ${art.rng.range(14, 30).toFixed(0)}`;
      }
      return (
        line(hair, tone(color, -0.38), 2.4, 'opacity=".6"') +
        line(hair, tone(color, 0.4), 1.4, 'opacity=".5" transform="translate(5 -3)"')
      );
    },
    top: () =>
      oval(-22, -50, 11, 13, '#3a2210') + oval(20, -54, 11, 13, '#3a2210') + oval(0, -24, 11, 12, '#3a2210'),
    shine: 0.18,
  });

export const tenderCoconut: ItemMaker = round({
  points: mirror([
    [0, -104],
    [36, -92],
    [80, -40],
    [92, 14],
    [70, 72],
    [30, 98],
    [0, 102],
  ]),
  color: '#7fa545',
  skin: (art) =>
    meridians('#55792b', [-70, 60], 6, -96, 100)() + oval(30, 60, 60, 40, art.glow('#c9a85a', 0.5)),
  top: (art) => at(0, -96, 1, 0, calyx(art, 6, 44, 0.5, '#b79552')),
  shine: 0.35,
});

export const papaya: ItemMaker = round({
  points: PEAR.map(([x, y]): Point => [x * 0.82, y * 1.12]),
  color: '#e0a23a',
  blush: '#7fa043',
  skin: (art) =>
    meridians('#b97a22', [-50, 0, 52], 4, -110, 110)() + oval(0, -90, 60, 50, art.glow('#6f9a3f', 0.8)),
  top: () => line('M0 -108V-122', '#6d6a34', 12),
  shine: 0.4,
});

export const sapotaLike = (color: string): ItemMaker =>
  round({
    points: GLOBE.map(([x, y]): Point => [x * 0.8, y]),
    color,
    top: stalk('#6b5a34', '#3f7f43', -88, 66),
    shine: 0.55,
  });
