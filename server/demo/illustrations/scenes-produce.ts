// Six scenes for produce that is sold piece by piece: pile, crate, hero, plant, stall heap, basket or sack.
import { room, stall, stallFront } from './backdrops.ts';
import { growing } from './scenes-growing.ts';
import type { ProduceSpec } from './spec-kit.ts';
import { heap, stockOf } from './stock.ts';
import type { Stock } from './stock.ts';
import { at, line, oval, path, rect, tone } from './svg.ts';
import type { Art } from './svg.ts';
import {
  basketBack,
  basketFront,
  bowl,
  crateBack,
  crateFront,
  ground,
  sackBack,
  sackFront,
} from './vessels.ts';

function pile(art: Art, spec: ProduceSpec): string {
  const stock = stockOf(art, spec, 6);
  const size = spec.size * 1.75;
  const stepX = size * spec.dx * 1.02;
  const stepY = size * spec.dy * 1.02;
  let out = rect(0, 0, 1280, 960, tone(spec.color, -0.62));
  let row = 0;
  for (let y = -size * 0.5; y < 960 + size; y += stepY) {
    row += 1;
    for (let x = -size + (row % 2) * stepX * 0.5; x < 1280 + size; x += stepX) {
      out += stock.loose(
        x + art.rng.jitter(size * 0.2),
        y + art.rng.jitter(size * 0.16),
        size,
        spec.pileSpin ?? Math.max(70, spec.spin),
      );
    }
    if (spec.leaf && row % 2 === 0 && spec.leafy)
      out += at(art.rng.range(80, 1200), y, size / 110, art.rng.range(0, 360), spec.leafy(spec.leaf));
  }
  return (
    out +
    oval(300, 130, 900, 620, art.glow('#fff6dc', 0.2)) +
    rect(0, 0, 1280, 960, art.linear(['#fff6dc', '#2b1408']), 0, 'opacity=".1"')
  );
}

function crate(art: Art, spec: ProduceSpec): string {
  const stock = stockOf(art, spec);
  const wood = art.rng.pick(['#c89558', '#b9824a', '#d3a76b']);
  const y = 575;
  let out = room(art, spec.color, 690) + ground(art, 640, 862, 560, 60);
  out +=
    at(640, y - 14, 1, 0, crateBack(1000, wood)) +
    heap(art, stock, spec, 640, y + spec.size * 0.1, 930, 240, spec.size) +
    at(640, y + 10, 1, 0, crateFront(1020, 292, wood));
  const side = art.rng.next() < 0.5 ? -1 : 1;
  return (
    out +
    stray(art, stock, spec, 640 + side * 400, 925 - spec.size * spec.rest) +
    (spec.size < 100 ? stray(art, stock, spec, 640 + side * 180, 945 - spec.size * spec.rest) : '')
  );
}

function stray(art: Art, stock: Stock, spec: ProduceSpec, x: number, y: number): string {
  return (
    ground(art, x, y + spec.size * spec.rest * 0.9, spec.size * 1.25, spec.size * 0.24) +
    stock.put(x, y, spec.size, art.rng.jitter(Math.min(spec.spin, 24)))
  );
}

function hero(art: Art, spec: ProduceSpec): string {
  const stock = stockOf(art, spec, 3);
  const big = spec.size * spec.heroScale * 2.3;
  const table = 580;
  const base = 800;
  let out = room(art, spec.color, table);
  const stand = (x: number, y: number, size: number, turn: number): string =>
    ground(art, x, y + size * spec.rest * 0.95, size * 1.25, size * 0.2, 0.5) + stock.put(x, y, size, turn);
  const tilt = Math.min(spec.spin, 16);
  if (spec.cut) {
    const cutSize = big * 0.92 * (spec.cutScale ?? 1);
    const face = spec.cut(art);
    out +=
      stand(400, base - big * spec.rest - 40, big, art.rng.jitter(tilt)) +
      stand(965, base - big * 0.8 * spec.rest - 60, big * 0.8, art.rng.jitter(tilt));
    out +=
      ground(art, 740, base + 70, cutSize * 1.2, cutSize * 0.2, 0.5) +
      at(740, base + 70 - cutSize * 0.9, cutSize / 100, art.rng.jitter(8), face);
    return out;
  }
  const long = spec.rest < 0.6;
  out +=
    stand(
      860,
      base - big * spec.rest - (long ? 110 : 60),
      big * 0.86,
      long ? -14 + art.rng.jitter(6) : art.rng.jitter(tilt),
    ) +
    stand(
      440,
      base - big * spec.rest - (long ? 30 : 10),
      big,
      long ? 12 + art.rng.jitter(6) : art.rng.jitter(tilt),
    );
  if (long) out += stand(800, base + 30, big * 0.9, -6 + art.rng.jitter(5));
  else out += stand(760, base + 60 - big * 0.6 * spec.rest, big * 0.6, art.rng.jitter(tilt));
  return out;
}

function stallHeap(art: Art, spec: ProduceSpec): string {
  const stock = stockOf(art, spec);
  let out = stall(art, spec.color);
  const size = spec.size * 0.72;
  out +=
    heap(art, stock, spec, 1110, 745, 560, 270, size) +
    heap(art, stock, spec, 170, 745, 560, 280, size) +
    heap(art, stock, spec, 640, 765, 760, 400, size * 1.08);
  out += stallFront(art);
  return out + at(640, 776, 1, 0, scaleSign(spec.color));
}

/** A blank price slate with a leaf on it, so that no lettering is needed. */
function scaleSign(color: string): string {
  return (
    rect(-92, -6, 184, 122, '#6d4526', 10) +
    rect(-80, 6, 160, 98, '#27372e', 6) +
    line('M-54 34H6M-54 58H40M-54 80H-10', '#e9e4cf', 6, 'opacity=".75"') +
    oval(48, 44, 18, 18, color) +
    path('M50 28Q58 12 72 14Q70 28 50 28Z', '#5b9446')
  );
}

function container(art: Art, spec: ProduceSpec): string {
  const stock = stockOf(art, spec);
  const y = 520;
  if (spec.sack) {
    let out = room(art, spec.color, 660) + ground(art, 640, 905, 480, 50);
    out +=
      at(640, y - 50, 1, 0, sackBack(600)) +
      heap(art, stock, spec, 640, y - 10, 560, 170, spec.size * 0.76) +
      at(640, y - 20, 1, 0, sackFront(art, 620, 430));
    return (
      out +
      stray(art, stock, spec, 250, 930 - spec.size * spec.rest) +
      stray(art, stock, spec, 1030, 940 - spec.size * spec.rest)
    );
  }
  if (spec.size < 60) {
    const out = room(art, spec.color, 600) + ground(art, 640, 828, 400, 40);
    return (
      out +
      at(
        640,
        560,
        1,
        0,
        bowl(art, 760, art.rng.pick(['#b5713f', '#b78a45', '#7d8f86', '#a5512f']), tone(spec.color, -0.5)),
      ) +
      heap(art, stock, spec, 640, 600, 650, 190, spec.size) +
      stray(art, stock, spec, 220, 890) +
      stray(art, stock, spec, 1060, 900)
    );
  }
  let out = room(art, spec.color, 670) + ground(art, 640, 872, 470, 54);
  out +=
    at(640, y + 20, 1, 0, basketBack(900)) +
    heap(art, stock, spec, 640, y + 70, 840, 270, spec.size * 0.96) +
    at(640, y + 40, 1, 0, basketFront(art, 910, 330));
  return out + stray(art, stock, spec, 300, 935 - spec.size * spec.rest);
}

export const produceScenes: readonly ((art: Art, spec: ProduceSpec) => string)[] = [
  crate,
  hero,
  growing,
  pile,
  stallHeap,
  container,
];
