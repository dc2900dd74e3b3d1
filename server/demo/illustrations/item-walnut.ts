import { line, oval, path, tone } from './svg.ts';
import type { ItemMaker } from './svg.ts';

/** A walnut in its shell: a seam down the middle and wrinkles to either side. */
export const walnut: ItemMaker = (art) => {
  const color = tone('#c0935c', art.rng.jitter(0.08));
  const d = 'M0 -98C50 -96 86 -52 86 4C86 60 48 96 0 102C-48 96 -86 60 -86 4C-86 -52 -50 -96 0 -98Z';
  let wrinkles = '';
  for (const side of [-1, 1]) {
    for (let i = 0; i < 6; i += 1) {
      const y = -70 + i * 27;
      const reach = 66 * Math.sqrt(1 - (y / 108) ** 2);
      wrinkles += `M${side * 14} ${y}q${side * reach * 0.3} ${8 + art.rng.jitter(7)} ${side * reach * 0.5} -4q${side * reach * 0.25} -12 ${side * reach * 0.42} ${6 + art.rng.jitter(6)}`;
      wrinkles += `M${side * 40} ${y + 13}q${side * 8} 7 ${side * 20} 2`;
    }
  }
  const seam = 'M0 -96C12 -40 -10 30 0 100';
  return {
    body:
      path(d, art.ball(color)) +
      line(wrinkles, tone(color, -0.4), 4, 'opacity=".75"') +
      line(wrinkles, tone(color, 0.4), 2, 'opacity=".5" transform="translate(2 4)"') +
      line(seam, tone(color, -0.3), 15) +
      line(seam, tone(color, 0.2), 8) +
      oval(-40, -46, 18, 9, '#fff6e0', 'opacity=".35" transform="rotate(-40 -40 -46)"'),
    outline: `<path d="${d}"/>`,
  };
};
