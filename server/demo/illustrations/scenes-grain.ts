// Six scenes for what is sold loose: sack, bowl with ears, standing field, close-up, stall of sacks, heap on the floor.
import { countryside, room, rows, stall, stallFront } from './backdrops.ts';
import { fit, kernels, mound, spill } from './grain-heap.ts';
import type { Scatter } from './grain-heap.ts';
import { ear } from './items-ear.ts';
import type { GrainSpec } from './specs-grain.ts';
import { at, line, num, num2, oval, path, rect, smooth, tone } from './svg.ts';
import type { Art } from './svg.ts';
import { bowl, closedBag, cloth, ground, sackBack, sackFront } from './vessels.ts';

function bouquet(art: Art, spec: GrainSpec, x: number, y: number, turn: number, count: number): string {
  let out = '';
  for (let i = 0; i < count; i += 1)
    out += at(
      0,
      0,
      1.15 + (i % 2) * 0.08,
      -26 + (52 * i) / (count - 1),
      ear(art, spec.ear, spec.earColor, spec.green),
    );
  const tie = path('M-26 -64Q0 -54 26 -64L24 -44Q0 -34 -24 -44Z', '#b23a1f');
  return at(x, y, 1, turn, out + tie);
}

function sack(art: Art, spec: GrainSpec): string {
  const put = kernels(art, spec);
  let out = room(art, spec.color, 650) + ground(art, 600, 905, 480, 52);
  out += at(
    1060,
    884,
    1.15,
    0,
    closedBag(art, 330, 500, '#d8bd8a', at(0, 40, 0.42, 0, ear(art, spec.ear, spec.earColor, spec.green))),
  );
  out +=
    at(540, 420, 1, 0, sackBack(640)) +
    mound(art, spec, put, 540, 470, 610, 190, fit(spec, 0.42), 0.2) +
    at(540, 440, 1, 0, sackFront(art, 660, 450));
  return (
    out +
    mound(art, spec, put, 930, 925, 320, 66, fit(spec, 0.42)) +
    spill(art, put, 820, 928, 300, fit(spec, 0.42), 22)
  );
}

function bowlScene(art: Art, spec: GrainSpec): string {
  const put = kernels(art, spec);
  const clay = art.rng.pick(['#b5713f', '#a5512f', '#b78a45', '#77857c']);
  let out = room(art, spec.color, 600);
  out += bouquet(art, spec, 980, 800, 22, 5) + ground(art, 520, 862, 430, 46);
  out +=
    at(520, 560, 1, 0, bowl(art, 820, clay, tone(spec.color, -0.35))) +
    mound(art, spec, put, 520, 590, 740, 210, fit(spec, 0.5), 0.22);
  if (spec.powder) {
    out +=
      ground(art, 1020, 896, 190, 26) +
      at(1020, 800, 1, 0, bowl(art, 340, '#c79a4a', spec.powder)) +
      path(
        'M872 804C930 744 980 700 1022 696C1064 700 1110 744 1168 804Q1020 850 872 804Z',
        art.linear([tone(spec.powder, 0.2), spec.powder, tone(spec.powder, -0.16)]),
      ) +
      path(
        'M1022 696C1064 700 1110 744 1168 804Q1120 826 1060 830Q1080 760 1022 696Z',
        tone(spec.powder, -0.28),
        'opacity=".45"',
      );
  }
  return out + spill(art, put, spec.powder ? 700 : 860, 900, 330, fit(spec, 0.5), 22);
}

function fieldScene(art: Art, spec: GrainSpec): string {
  const { rng } = art;
  const ripe = spec.ear === 'wheat' || spec.ear === 'paddy';
  const land = ripe ? tone(spec.earColor, 0.05) : spec.green;
  let out = countryside(art, { near: land, far: '#6f9658', horizon: 380 });
  out += rows(380, tone(land, ripe ? -0.12 : -0.18), 9);
  const shapes = [spec.earColor, tone(spec.earColor, -0.1), tone(spec.earColor, 0.12)].map((color, i) =>
    art.define(ear(art, spec.ear, color, tone(spec.green, -0.06 * i))),
  );
  const bands = 6;
  for (let band = 0; band < bands; band += 1) {
    const depth = band / (bands - 1);
    const size = 0.26 + depth * depth * 1.5;
    const y = 470 + depth * 560;
    const gap = 26 + depth * depth * 130;
    if (band > 0)
      out += rect(
        0,
        y - 330 * size * 0.5,
        1280,
        960,
        art.linear([tone(land, 0.15), tone(land, -0.2)]),
        0,
        `opacity="${num2(0.2)}"`,
      );
    for (let x = -40; x < 1330; x += gap) {
      const lean = ripe ? rng.range(-4, 12) : rng.jitter(7);
      out += `<use href="#${rng.pick(shapes)}" transform="translate(${num(x + rng.jitter(gap * 0.3))} ${num(y + rng.jitter(12))}) rotate(${num(lean)}) scale(${num2(size * rng.range(0.9, 1.1) * (rng.next() < 0.5 && spec.ear !== 'wheat' ? -1 : 1))} ${num2(size * rng.range(0.92, 1.08))})"/>`;
    }
  }
  return out;
}

function closeUp(art: Art, spec: GrainSpec): string {
  const put = kernels(art, spec);
  const size = spec.size * 1.25;
  const flat =
    spec.form === 'rice' ||
    spec.form === 'paddy' ||
    spec.form === 'cumin' ||
    spec.form === 'leaf' ||
    spec.form === 'thread' ||
    spec.form === 'clove';
  const stepX = size * 1.42;
  const stepY = size * (flat ? 0.62 : 1.02);
  let out = rect(0, 0, 1280, 960, tone(spec.color, -0.55));
  let row = 0;
  for (let y = -size; y < 960 + size; y += stepY) {
    row += 1;
    for (let x = -size + (row % 2) * stepX * 0.5; x < 1280 + size; x += stepX)
      out += put(x + art.rng.jitter(size * 0.3), y + art.rng.jitter(size * 0.22), size);
  }
  out +=
    oval(320, 160, 900, 640, art.glow('#fff6dc', 0.24)) +
    rect(0, 0, 1280, 960, art.linear(['#fff6dc', '#2b1408']), 0, 'opacity=".12"');
  return out + woodenScoop(art, spec, put);
}

function woodenScoop(art: Art, spec: GrainSpec, put: Scatter): string {
  const wood = '#b07a45';
  const cup = smooth([
    [-210, -40],
    [-120, -108],
    [60, -112],
    [190, -60],
    [214, 20],
    [150, 92],
    [-40, 108],
    [-180, 56],
  ]);
  const inside = smooth([
    [-170, -34],
    [-96, -86],
    [56, -88],
    [160, -44],
    [178, 18],
    [120, 70],
    [-36, 82],
    [-146, 44],
  ]);
  let grainsIn = '';
  const size = fit(spec, 0.8);
  for (let y = -80; y < 84; y += size * 0.9)
    for (let x = -165; x < 175; x += size * 1.4)
      if ((x / 168) ** 2 + (y / 84) ** 2 < 0.92)
        grainsIn += put(x + art.rng.jitter(size * 0.3), y + art.rng.jitter(size * 0.2), size);
  return at(
    700,
    520,
    1.2,
    -24,
    oval(20, 40, 300, 130, art.glow('#2b1408', 0.6)) +
      path(
        'M190 -26C280 -40 420 -44 520 -34Q552 -20 520 10C420 22 280 24 196 22Z',
        art.linear([tone(wood, 0.25), wood, tone(wood, -0.3)]),
      ) +
      path(cup, art.linear([tone(wood, 0.2), wood, tone(wood, -0.35)])) +
      path(inside, tone(spec.color, -0.5)) +
      `<g ${art.clip(inside)}>${grainsIn}</g>` +
      line(inside, tone(wood, -0.4), 4, 'opacity=".5"'),
  );
}

function sacksAtStall(art: Art, spec: GrainSpec): string {
  const put = kernels(art, spec);
  let out = stall(art, spec.color) + stallFront(art);
  for (const [x, size] of [
    [210, 0.72],
    [1070, 0.72],
    [640, 0.86],
  ] as const) {
    out +=
      ground(art, x, 760 + size * 150, 340 * size, 40) +
      at(x, 470, size, 0, sackBack(560)) +
      mound(art, spec, put, x, 470 + 40 * size, 540 * size, 240 * size, fit(spec, 0.36), 0.2) +
      at(x, 484, size, 0, sackFront(art, 570, 480));
  }
  return out;
}

function floorHeap(art: Art, spec: GrainSpec): string {
  const put = kernels(art, spec);
  let out = countryside(art, { near: '#c29a66', far: '#7d9a58', horizon: 430 });
  for (const [x, tall] of [
    [150, 0.9],
    [1130, 0.95],
    [1235, 0.8],
  ] as const)
    out += at(x, 600, tall, 0, ground(art, 0, 0, 170, 24) + closedBag(art, 210, 270, '#d8bd8a'));
  out += at(640, 800, 1, 0, cloth(1240, 210, art.rng.pick(['#3f7a86', '#1c6b3c', '#4b6b8c', '#b9a57a'])));
  out +=
    ground(art, 640, 850, 520, 50, 0.5) + mound(art, spec, put, 640, 820, 980, 430, fit(spec, 0.4), 0.09);
  return out + spill(art, put, 640, 886, 480, fit(spec, 0.4), 30);
}

export const grainScenes: readonly ((art: Art, spec: GrainSpec) => string)[] = [
  sack,
  bowlScene,
  fieldScene,
  closeUp,
  sacksAtStall,
  floorHeap,
];
