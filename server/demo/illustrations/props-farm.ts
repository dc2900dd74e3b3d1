// Fertiliser, seed and equipment; bottom middle at the origin, about 400 tall.
import { ear } from './items-ear.ts';
import { leaf, pinnate } from './leaves.ts';
import type { Prop } from './props.ts';
import { at, line, oval, path, rect, smooth, tone } from './svg.ts';
import type { Art } from './svg.ts';
import { closedBag, sackBack, sackFront } from './vessels.ts';

function crumbs(art: Art, color: string, width: number, height: number, count: number): string {
  let out = '';
  for (let i = 0; i < count; i += 1) {
    const x = art.rng.jitter(1);
    const y = art.rng.next();
    out += oval(
      x * width * (1 - y * 0.55),
      -y * height * (1 - x * x),
      art.rng.range(5, 13),
      art.rng.range(4, 9),
      tone(color, art.rng.range(-0.35, 0.4)),
    );
  }
  return out;
}

export const sprout = (color: string): string =>
  line('M0 0Q-6 -50 0 -96', tone(color, 0.25), 10) +
  at(0, -90, 1, -52, leaf(90, 46, color)) +
  at(0, -92, 1, 50, leaf(96, 48, tone(color, 0.1))) +
  at(0, -94, 1, 0, leaf(52, 22, tone(color, 0.25)));

export const compostHeap =
  (soil: string): Prop =>
  (art) =>
    path(
      smooth([
        [-300, 0],
        [-220, -90],
        [-90, -190],
        [0, -214],
        [100, -186],
        [230, -84],
        [300, 0],
        [0, 22],
      ]),
      art.linear([tone(soil, 0.15), soil, tone(soil, -0.3)]),
    ) +
    at(0, -4, 1, 0, crumbs(art, soil, 270, 200, 210)) +
    at(0, -196, 1.3, 0, sprout('#5b9a3f'));

export const compostSack =
  (soil: string): Prop =>
  (art) =>
    at(
      0,
      -330,
      1,
      0,
      sackBack(330) +
        path('M-160 6Q0 -110 160 6Q0 60 -160 6Z', soil) +
        at(0, 10, 1, 0, crumbs(art, soil, 150, 70, 90)) +
        sackFront(art, 340, 325, '#cfae76', at(0, 190, 1.1, 0, sprout('#3f7f3a'))),
    );

export const bag =
  (color: string, emblem: 'leaf' | 'wheat' | 'paddy' | 'maize' | 'mustard' | 'pods'): Prop =>
  (art) => {
    const mark =
      emblem === 'leaf'
        ? at(0, 60, 1, 0, sprout('#f6ecd2'))
        : at(0, 78, 0.55, 0, ear(art, emblem, '#d99a2b', '#4f8a42'));
    return closedBag(
      art,
      300,
      430,
      color,
      oval(0, 0, 100, 100, emblem === 'leaf' ? '#1c6b3c' : '#faf3e0') + mark,
    );
  };

export const seedlingTray =
  (green: string, style: 'broad' | 'pinnate' = 'broad'): Prop =>
  (art) => {
    let out = path('M-300 -50L-250 -190H250L300 -50Z', '#3a3a38');
    const plants = [green, tone(green, 0.12), tone(green, -0.1)].map((tint) =>
      art.define(
        style === 'broad'
          ? sprout(tint)
          : line('M0 0V-40', tone(tint, 0.2), 7) +
              at(0, -26, 1, -34, pinnate(90, 3, tint, 0.7)) +
              at(0, -26, 1, 30, pinnate(96, 3, tone(tint, 0.1), 0.7)),
      ),
    );
    for (let row = 0; row < 4; row += 1) {
      const y = -170 + row * 40;
      const half = 220 + row * 20;
      for (let i = 0; i < 8; i += 1) {
        const x = -half + (2 * half * i) / 7;
        const size = (0.62 + row * 0.1) * art.rng.range(0.9, 1.1);
        out +=
          oval(x, y + 6, 25, 9, '#5b4028') +
          at(x, y + 4, size, art.rng.jitter(8), `<use href="#${art.rng.pick(plants)}"/>`);
      }
    }
    return at(
      0,
      0,
      0.8,
      0,
      out + path('M-304 -52H304L290 0H-290Z', '#4b4b48') + rect(-304, -58, 608, 14, '#62625e', 5),
    );
  };

export const drum =
  (color: string, liquid: string): Prop =>
  (art) =>
    path(
      'M-130 -340V-20Q0 30 130 -20V-340Z',
      art.linear([tone(color, -0.3), tone(color, 0.25), color, tone(color, -0.4)], true),
    ) +
    line('M-132 -230Q0 -190 132 -230M-132 -120Q0 -80 132 -120', tone(color, -0.3), 10) +
    oval(0, -340, 130, 34, tone(color, 0.2)) +
    oval(0, -336, 112, 26, liquid) +
    oval(-30, -342, 40, 8, tone(liquid, 0.3)) +
    line('M40 -338L120 -470', '#9a6a3a', 15);
