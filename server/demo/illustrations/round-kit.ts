// Silhouettes, light and texture shared by round produce.
import { leaf } from './leaves.ts';
import { at, line, mirror, oval, path, smooth, tone, wobble } from './svg.ts';
import type { Art, Item, ItemMaker, Point } from './svg.ts';

export const APPLE = mirror([
  [0, -74],
  [26, -86],
  [64, -82],
  [94, -44],
  [98, 4],
  [82, 56],
  [50, 90],
  [22, 92],
  [0, 86],
]);

export const GLOBE = mirror([
  [0, -94],
  [40, -85],
  [78, -54],
  [95, 0],
  [80, 52],
  [42, 84],
  [0, 93],
]);

export const FLAT = mirror([
  [0, -66],
  [30, -74],
  [72, -62],
  [99, -18],
  [97, 24],
  [66, 66],
  [28, 78],
  [0, 74],
]);

export const BULB = mirror([
  [5, -128],
  [9, -104],
  [22, -86],
  [62, -62],
  [94, -14],
  [92, 30],
  [60, 70],
  [20, 86],
  [0, 87],
]);

export const PEAR = mirror([
  [0, -100],
  [30, -94],
  [46, -58],
  [60, -18],
  [88, 24],
  [84, 68],
  [46, 96],
  [0, 100],
]);

export function gloss(x = -36, y = -42, size = 1, strength = 0.5): string {
  return `<g transform="translate(${x} ${y}) rotate(-38) scale(${size})" fill="#fffaf0" fill-opacity="${strength}"><ellipse rx="25" ry="11"/><ellipse cx="-34" cy="3" rx="5" ry="4"/></g>`;
}

function crescent(art: Art, d: string, color: string, opacity = 0.2): string {
  const shade = 'M130 -150C120 -20 100 60 -120 84L-40 160L170 150Z';
  return `<g ${art.clip(d)}>${path(shade, tone(color, -0.6), `opacity="${opacity}"`)}</g>`;
}

function clipped(art: Art, d: string, inside: string): string {
  return `<g ${art.clip(d)}>${inside}</g>`;
}

interface RoundLook {
  points: readonly Point[];
  color: string;
  blush?: string;
  skin?: (art: Art, d: string) => string;
  top?: (art: Art) => string;
  shine?: number;
  wobble?: number;
}

export function round(look: RoundLook): ItemMaker {
  return (art): Item => {
    const d = smooth(wobble(look.points, art.rng, look.wobble ?? 2.5));
    const side = art.rng.next() < 0.5 ? -1 : 1;
    const blush = look.blush ? oval(side * 46, -30, 92, 96, art.glow(look.blush, 0.95)) : '';
    const body =
      path(d, art.ball(look.color)) +
      (blush || look.skin ? clipped(art, d, blush + (look.skin ? look.skin(art, d) : '')) : '') +
      crescent(art, d, look.color) +
      (look.shine === 0 ? '' : gloss(-38, -44, 1, look.shine ?? 0.5)) +
      (look.top ? look.top(art) : '');
    return { body, outline: path(d, 'inherit').replace(' fill="inherit"', '') };
  };
}

export function specks(color: string, count: number, size: number, opacity = 0.5) {
  return (art: Art): string => {
    let out = '';
    for (let i = 0; i < count; i += 1) {
      const angle = i * 2.4;
      const r = 94 * Math.sqrt((i + 0.5) / count);
      const s = size * art.rng.range(0.6, 1.3);
      out += `<circle cx="${(Math.cos(angle) * r + art.rng.jitter(4)).toFixed(1)}" cy="${(Math.sin(angle) * r + art.rng.jitter(4)).toFixed(1)}" r="${s.toFixed(1)}"/>`;
    }
    return `<g fill="${color}" fill-opacity="${opacity}">${out}</g>`;
  };
}

export function meridians(
  color: string,
  offsets: readonly number[],
  width: number,
  top: number,
  bottom: number,
) {
  return (): string =>
    offsets
      .map((x) =>
        line(
          `M${x * 0.16} ${top}C${x * 1.32} ${top * 0.5} ${x * 1.3} ${bottom * 0.55} ${x * 0.12} ${bottom}`,
          color,
          width,
          'opacity=".55"',
        ),
      )
      .join('');
}

export function stalk(color: string, leafColor?: string, lift = -74, leafSize = 74) {
  return (art: Art): string => {
    const lean = art.rng.jitter(10);
    const stem = line(`M0 ${lift + 6}Q${lean * 0.3} ${lift - 18} ${lean} ${lift - 34}`, color, 8);
    const green = leafColor
      ? at(2, lift - 14, 1, 58 + art.rng.jitter(14), leaf(leafSize, leafSize * 0.46, leafColor))
      : '';
    return oval(0, lift + 7, 22, 7, tone(color, -0.45), 'opacity=".35"') + green + stem;
  };
}
