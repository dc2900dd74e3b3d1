// Round produce seen from the side: a silhouette, light from the upper left, and what makes the crop itself.
import { calyx } from './leaves.ts';
import { BULB, FLAT, PEAR, meridians, round, specks } from './round-kit.ts';
import { at, line, oval, path, tone } from './svg.ts';
import type { ItemMaker, Point } from './svg.ts';

export const tomato = (color = '#d8412a'): ItemMaker =>
  round({
    points: FLAT,
    color,
    skin: (art) =>
      meridians(tone(color, -0.35), [-74, 70], 7, -70, 78)() +
      oval(20, 60, 90, 40, art.glow(tone(color, -0.4), 0.4)),
    top: (art) =>
      oval(0, -58, 34, 11, tone(color, -0.4), 'opacity=".45"') +
      at(0, -58, 1, 0, calyx(art, 6, 54, 0.5, '#4c8a35')) +
      line('M0 -58Q3 -76 10 -88', '#5d9440', 8),
  });

export const onion = (color = '#a83a55'): ItemMaker =>
  round({
    points: BULB,
    color,
    skin: (art) =>
      meridians(tone(color, -0.3), [-86, -58, -28, 6, 38, 68, 92], 3.4, -112, 88)() +
      meridians(tone(color, 0.45), [-72, -12, 52], 2.4, -112, 88)() +
      path('M-14 -98C-30 -40 -84 -20 -96 30L-40 -40Z', tone(color, 0.3), 'opacity=".5"') +
      oval(0, 80, 40, 22, art.glow('#f0cfa0', 0.9)),
    top: (art) => {
      let roots = '';
      for (let i = -4; i <= 4; i += 1)
        roots += `M${i * 3} 84q${i * 2} 12 ${i * 4 + art.rng.jitter(5)} ${18 + art.rng.jitter(6)}`;
      const tuft = `M-9 -104C-12 -124 -22 -140 -30 -150C-14 -146 -8 -138 -3 -128C-1 -142 4 -152 12 -160C12 -144 8 -120 9 -104Z`;
      return line(roots, '#e4cda2', 3) + path(tuft, mix2(color));
    },
    shine: 0.42,
  });

function mix2(color: string): string {
  return tone(tone(color, 0.55), -0.12);
}

export const potato = (color = '#cfa25c'): ItemMaker =>
  round({
    points: [
      [-100, -6],
      [-86, -48],
      [-40, -70],
      [14, -64],
      [66, -66],
      [100, -24],
      [98, 24],
      [60, 62],
      [4, 68],
      [-54, 72],
      [-92, 40],
    ],
    color,
    wobble: 9,
    skin: (art) => {
      const { rng } = art;
      let eyes = '';
      for (const [x, y] of [
        [-50, 6],
        [-2, -34],
        [46, 8],
        [10, 40],
        [70, -30],
      ] as const) {
        const [ex, ey] = [x + rng.jitter(12), y + rng.jitter(8)];
        eyes +=
          line(`M${ex - 11} ${ey}q11 9 22 0`, tone(color, -0.42), 3.4) +
          oval(ex, ey - 3, 7, 3, tone(color, 0.3));
      }
      return specks(tone(color, -0.45), 46, 1.8, 0.4)(art) + eyes;
    },
    shine: 0.25,
  });

export const brinjal = (color = '#5a2a63'): ItemMaker =>
  round({
    points: PEAR.map(([x, y]): Point => [x * 0.92, y * 1.02]),
    color,
    skin: (art) => oval(44, 40, 60, 80, art.glow(tone(color, 0.3), 0.25)),
    top: (art) =>
      at(0, -88, 1, 180, calyx(art, 5, 62, 0.85, '#5b8c3e')) +
      oval(0, -90, 34, 20, '#5b8c3e') +
      line('M0 -96Q4 -116 16 -128', '#4b7a34', 15),
    shine: 0.45,
  });
