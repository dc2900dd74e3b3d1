// Six scenes for goods that are neither pieces nor loose grain, made from two or three props each.
import { countryside, room, rows, stall, stallFront, wallFor } from './backdrops.ts';
import type { Prop } from './props.ts';
import { at, line, oval, path, rect, tone } from './svg.ts';
import type { Art } from './svg.ts';
import { cloth, ground } from './vessels.ts';

export interface Goods {
  color: string;
  main: Prop;
  side: Prop;
  third?: Prop;
  /** What lives or stands in the outdoor scene. */
  beast?: Prop | undefined;
  land?: string;
  /** Lives or stands on the ground: never on a table, a stall or a shelf. */
  grounded?: boolean;
}

const standing = (art: Art, prop: Prop, x: number, y: number, size: number, turn = 0): string =>
  ground(art, x, y, 270 * size, 36 * size, 0.5) +
  `<use href="#${art.define(prop(art))}" transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"/>`;

function table(art: Art, goods: Goods): string {
  return (
    room(art, goods.color, 620) +
    standing(art, goods.side, 985, 790, 1.05) +
    standing(art, goods.main, 480, 870, 1.5)
  );
}

function second(art: Art, goods: Goods): string {
  return (
    room(art, goods.color, 640) +
    standing(art, goods.third ?? goods.main, 300, 800, 0.92) +
    standing(art, goods.side, 770, 880, 1.5)
  );
}

function outdoors(art: Art, goods: Goods): string {
  const land = goods.land ?? '#93b060';
  let out = countryside(art, { near: land, far: '#6d9658', horizon: 400 });
  if (goods.beast) {
    out +=
      at(300, 560, 0.62, 0, goods.beast(art)) +
      at(1030, 600, 0.72, 0, goods.beast(art), true) +
      at(610, 860, 1.42, 0, goods.beast(art));
    return out + standing(art, goods.main, 1010, 905, 0.9) + grass(art, land);
  }
  out +=
    rows(400, tone(land, -0.18), 8) +
    standing(art, goods.side, 300, 720, 0.95) +
    standing(art, goods.third ?? goods.main, 1010, 720, 0.92) +
    standing(art, goods.main, 640, 890, 1.5);
  return out + grass(art, land);
}

function grass(art: Art, land: string): string {
  let blades = '';
  for (let i = 0; i < 90; i += 1) {
    const x = art.rng.range(0, 1280);
    const y = art.rng.range(905, 975);
    blades += `M${x.toFixed(0)} ${y.toFixed(0)}q${art.rng.jitter(8).toFixed(0)} -20 ${art.rng.jitter(18).toFixed(0)} -${art.rng.range(30, 52).toFixed(0)}`;
  }
  return line(blades, tone(land, -0.3), 4, 'opacity=".8"');
}

function stallRow(art: Art, goods: Goods): string {
  let out = stall(art, goods.color);
  for (const [x, prop] of [
    [170, goods.main],
    [1110, goods.main],
    [640, goods.third ?? goods.main],
  ] as const)
    out += standing(art, prop, x, 730, 0.86);
  out += standing(art, goods.side, 400, 766, 0.9) + standing(art, goods.side, 880, 766, 0.9);
  return out + stallFront(art);
}

function shelves(art: Art, goods: Goods): string {
  let out = rect(0, 0, 1280, 960, art.linear(['#d9c39a', '#c4a878']));
  const wood = '#9a6a3a';
  for (const y of [440, 880]) {
    const order =
      y === 440 ? [goods.main, goods.side, goods.main] : [goods.side, goods.main, goods.third ?? goods.side];
    out += rect(0, y, 1280, 80, '#2b1408', 0, 'opacity=".12"');
    order.forEach((prop, i) => (out += standing(art, prop, 230 + i * 410, y + 6, 0.84)));
    out +=
      rect(0, y, 1280, 30, wood) +
      rect(0, y, 1280, 7, tone(wood, 0.35)) +
      rect(0, y + 30, 1280, 12, '#2b1408', 0, 'opacity=".22"');
  }
  return out + rect(0, 0, 26, 960, tone(wood, -0.2)) + rect(1254, 0, 26, 960, tone(wood, -0.2));
}

function yard(art: Art, goods: Goods): string {
  let out = countryside(art, { near: '#c9a571', far: '#7d9a58', horizon: 470 });
  const wall = '#dba873';
  out +=
    path('M0 250L240 130L500 250V640H0Z', wall) +
    path('M-30 270L240 120L540 270L520 300L240 160L-20 300Z', '#a5512f') +
    rect(160, 380, 170, 260, '#5d4026', 6) +
    rect(176, 396, 138, 244, '#7a5635', 4) +
    oval(300, 520, 8, 8, '#d9b968') +
    rect(390, 400, 80, 90, '#3d5a57', 5) +
    line('M430 400V490M390 445H470', wall, 6);
  out +=
    at(760, 850, 1, 0, cloth(1000, 170, '#b9a57a')) +
    standing(art, goods.third ?? goods.side, 1010, 770, 0.92) +
    standing(art, goods.main, 690, 860, 1.26);
  return (
    out + (goods.beast ? at(300, 860, 0.78, 0, goods.beast(art)) : standing(art, goods.side, 300, 880, 0.8))
  );
}

function shed(art: Art, goods: Goods, order: readonly (Prop | undefined)[]): string {
  const wall = wallFor(art, goods.color);
  let out = rect(0, 0, 1280, 600, art.linear([tone(wall, -0.1), wall]));
  for (let i = 0; i < 5; i += 1)
    out += rect(70 + i * 270, 0, 26, 600, '#7f5533') + rect(70 + i * 270, 0, 8, 600, '#a97a4c');
  out += rect(0, 60, 1280, 24, '#7f5533') + rect(0, 470, 1280, 130, tone('#a5603c', -0.05));
  for (let row = 0; row < 4; row += 1)
    for (let i = -1; i < 13; i += 1)
      out += rect(
        i * 104 + (row % 2) * 52,
        472 + row * 32,
        98,
        27,
        tone('#b5704a', ((i * 7 + row * 3) % 5) * 0.05 - 0.1),
        3,
      );
  out += rect(0, 600, 1280, 360, art.linear(['#b58d5c', '#d0aa74', '#c29a66']));
  const [left, right, front] = order.map((prop) => prop ?? goods.main) as [Prop, Prop, Prop];
  return (
    out +
    standing(art, left, 280, 760, 0.95) +
    standing(art, right, 1000, 750, 0.95) +
    standing(art, front, 640, 890, 1.45) +
    straw(art)
  );
}

function straw(art: Art): string {
  let out = '';
  for (let i = 0; i < 60; i += 1)
    out += `M${art.rng.range(0, 1280).toFixed(0)} ${art.rng.range(790, 955).toFixed(0)}l${art.rng.jitter(34).toFixed(0)} ${art.rng.jitter(9).toFixed(0)}`;
  return line(out, '#e6cf8e', 4, 'opacity=".7"');
}

type Scene = (art: Art, goods: Goods) => string;

const indoors: readonly Scene[] = [table, second, outdoors, stallRow, shelves, yard];
const grounded: readonly Scene[] = [
  outdoors,
  (art, goods) => shed(art, goods, [goods.side, goods.third, goods.main]),
  yard,
  (art, goods) =>
    outdoors(art, {
      ...goods,
      beast: undefined,
      main: goods.third ?? goods.main,
      third: goods.main,
      land: '#b9a05c',
    }),
  (art, goods) => shed(art, goods, [goods.main, goods.side, goods.third]),
  (art, goods) =>
    yard(art, { ...goods, beast: undefined, main: goods.third ?? goods.side, third: goods.main }),
];

export function drawGoods(art: Art, goods: Goods, scene: number): string {
  const scenes = goods.grounded ? grounded : indoors;
  return (scenes[scene % scenes.length] as Scene)(art, goods);
}
