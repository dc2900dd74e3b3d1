// Dairy, poultry and sweet goods that stand on a table; bottom middle at the origin, about 400 tall.
import { kernel } from './items-grain.ts';
import { crocus } from './items-leafy.ts';
import { leaf } from './leaves.ts';
import { at, line, oval, path, rect, smooth, tone } from './svg.ts';
import type { Art } from './svg.ts';
import { basketBack, basketFront, bowl, jar, milkCan, pot, tumbler } from './vessels.ts';

export type Prop = (art: Art) => string;

export const can: Prop = (art) => milkCan(art);
export const glass =
  (fill: string): Prop =>
  (art) =>
    at(0, 0, 1.2, 0, tumbler(art, 180, 250, fill));
export const bottle =
  (fill: string, lid: string, cloth = false): Prop =>
  (art) =>
    jar(art, 240, 330, fill, lid, 0.84, cloth);
export const clayPot =
  (fill: string, clay = '#b3643c'): Prop =>
  (art) =>
    at(0, 0, 1.15, 0, pot(art, clay, fill));

export const brassGhee: Prop = (art) =>
  at(0, 0, 1, 0, pot(art, '#c9982f', '#f2c64a')) +
  line('M60 -250L150 -380', '#8c6a24', 15) +
  oval(158, -392, 22, 15, '#c9982f', 'transform="rotate(-50 158 -392)"');

function plate(width: number, color = '#b9bdb8'): string {
  return (
    oval(0, -14, width, width * 0.2, tone(color, -0.3)) +
    oval(0, -22, width, width * 0.2, tone(color, 0.25)) +
    oval(0, -22, width * 0.82, width * 0.155, tone(color, -0.06))
  );
}

function block(x: number, y: number, w: number, h: number, depth: number, color: string): string {
  return (
    path(`M${x} ${y}h${w}v${-h}h${-w}Z`, color) +
    path(`M${x} ${y - h}l${depth} ${-depth * 0.6}h${w}l${-depth} ${depth * 0.6}Z`, tone(color, 0.3)) +
    path(`M${x + w} ${y}l${depth} ${-depth * 0.6}v${-h}l${-depth} ${depth * 0.6}Z`, tone(color, -0.2))
  );
}

export const paneer: Prop = () => {
  const color = '#f3ead4';
  return (
    plate(250) +
    block(-170, -34, 130, 84, 44, color) +
    block(-20, -34, 140, 84, 44, color) +
    block(-110, -118, 150, 84, 44, tone(color, 0.2)) +
    block(-60, -202, 110, 72, 36, color) +
    at(120, -60, 1, 40, leaf(70, 30, '#4c8d47')) +
    at(130, -50, 1, 84, leaf(60, 26, '#3f7f43'))
  );
};

export const paneerCubes: Prop = (art) => {
  let cubes = '';
  for (let row = 0; row < 4; row += 1)
    for (let i = 0; i < 5 - row; i += 1)
      cubes += block(
        -150 + row * 30 + i * 60 + art.rng.jitter(5),
        -34 - row * 46,
        50,
        44,
        20,
        tone('#f3ead4', art.rng.range(-0.05, 0.25)),
      );
  return plate(240, '#8b9a86') + cubes + at(-160, -40, 1, -60, leaf(70, 30, '#4c8d47'));
};

export const butter: Prop = () =>
  plate(240) + block(-150, -34, 250, 110, 60, '#f3d779') + line('M-60 -36V-140L-10 -172', '#d9b755', 5);

export const khoya: Prop = (art) => {
  const d = smooth([
    [-190, -30],
    [-170, -120],
    [-90, -190],
    [20, -200],
    [120, -150],
    [180, -80],
    [186, -30],
  ]);
  let cracks = '';
  for (let i = 0; i < 12; i += 1)
    cracks += `M${(-140 + i * 24).toFixed(0)} ${(-60 - art.rng.next() * 80).toFixed(0)}l${art.rng.jitter(20).toFixed(0)} 20`;
  return plate(250) + path(d, art.ball('#e8d3a8', 0.3, -0.25)) + line(cracks, '#c4a671', 4, 'opacity=".7"');
};

export function egg(art: Art, color: string): string {
  return (
    path(
      'M0 -62C32 -62 46 -20 46 10C46 42 26 60 0 60C-26 60 -46 42 -46 10C-46 -20 -32 -62 0 -62Z',
      art.ball(color, 0.5, -0.26),
    ) + oval(-14, -24, 9, 17, '#fffaf0', 'opacity=".55" transform="rotate(18 -14 -24)"')
  );
}

export const eggTray =
  (color: string): Prop =>
  (art) => {
    const one = art.define(egg(art, color));
    let out =
      path('M-300 -60L-250 -190H250L300 -60L290 0H-290Z', '#9d9482') +
      path('M-300 -60L-250 -190H250L300 -60Z', '#7f7666');
    for (let row = 0; row < 4; row += 1) {
      const y = -196 + row * 44;
      const half = 226 + row * 17;
      for (let i = 0; i < 6; i += 1) {
        const x = -half + ((half * 2) / 5) * i;
        out +=
          oval(x, y + 26, 42, 17, '#5f5749') +
          `<use href="#${one}" transform="translate(${x.toFixed(0)} ${y}) rotate(${art.rng.jitter(5).toFixed(0)}) scale(${(0.86 + row * 0.06).toFixed(2)})"/>`;
      }
      let cups = `M${-half - 52} ${y + 36}`;
      for (let i = 0; i < 6; i += 1)
        cups += `q${((half * 2 + 104) / 12).toFixed(1)} 36 ${((half * 2 + 104) / 6).toFixed(1)} 0`;
      out += path(`${cups}v26H${-half - 52}Z`, row % 2 ? '#b5ab97' : '#ada28d');
    }
    return at(
      0,
      0,
      0.78,
      0,
      out + path('M-302 -44H302L288 0H-288Z', '#bfb59f') + line('M-250 -22H250', '#a1967f', 4),
    );
  };

export const eggBasket =
  (color: string): Prop =>
  (art) => {
    const one = art.define(egg(art, color));
    let eggs = '';
    for (let row = 0; row < 4; row += 1)
      for (let i = 0; i < 4 + row; i += 1)
        eggs += `<use href="#${one}" transform="translate(${(-(3 + row) * 32 + i * 66 + art.rng.jitter(6)).toFixed(0)} ${-244 + row * 34}) rotate(${art.rng.jitter(50).toFixed(0)}) scale(.9)"/>`;
    let straw = '';
    for (let i = 0; i < 40; i += 1)
      straw += `M${art.rng.jitter(210).toFixed(0)} ${(-170 + art.rng.jitter(26)).toFixed(0)}q${art.rng.jitter(30).toFixed(0)} -30 ${art.rng.jitter(70).toFixed(0)} ${art.rng.jitter(30).toFixed(0)}`;
    return (
      at(0, -170, 1, 0, basketBack(440)) +
      line(straw, '#d9b968', 5) +
      eggs +
      at(0, -170, 1, 0, basketFront(art, 460, 170))
    );
  };

export const eggsLoose =
  (color: string): Prop =>
  (art) =>
    [
      [-90, -52, -16],
      [24, -54, 8],
      [120, -50, 60],
      [-30, -34, -70],
    ]
      .map(
        ([x, y, turn]) =>
          oval((x as number) + 8, -6, 60, 10, art.glow('#2b1408', 0.4)) +
          at(x as number, y as number, 1.25, turn as number, egg(art, color)),
      )
      .join('');

export const honeycomb: Prop = (art) => {
  let cells = '';
  for (let row = 0; row < 6; row += 1)
    for (let i = 0; i < 7; i += 1) {
      const x = -168 + i * 52 + (row % 2) * 26;
      const y = -250 + row * 45;
      cells += path(
        `M${x} ${y - 28}l24 14v28l-24 14l-24 -14v-28Z`,
        art.rng.pick(['#e3a008', '#c97f0a', '#efb93a', '#d9920c']),
        'stroke="#f6d98a" stroke-width="6"',
      );
    }
  return `<g transform="translate(0 -10)">${rect(-220, -300, 440, 300, '#b98650', 10)}${rect(-196, -282, 392, 262, '#8c5a14', 6)}${`<g ${art.clip('M-196 -282H196V-20H-196Z')}>${cells}</g>`}${rect(-240, -316, 480, 34, '#c79a63', 8)}</g>`;
};

export const jaggeryBlocks =
  (color: string): Prop =>
  () => {
    const lump = (x: number, y: number): string =>
      path(
        `M${x - 78} ${y}L${x - 60} ${y - 84}Q${x} ${y - 104} ${x + 60} ${y - 84}L${x + 78} ${y}Q${x} ${y + 16} ${x - 78} ${y}Z`,
        color,
      ) +
      path(
        `M${x - 60} ${y - 84}Q${x} ${y - 104} ${x + 60} ${y - 84}Q${x} ${y - 64} ${x - 60} ${y - 84}Z`,
        tone(color, 0.3),
      ) +
      path(
        `M${x + 24} ${y - 74}L${x + 60} ${y - 84}L${x + 78} ${y}Q${x + 50} ${y + 8} ${x + 30} ${y + 7}Z`,
        tone(color, -0.22),
      ) +
      line(
        `M${x - 44} ${y - 40}l12 8M${x - 10} ${y - 26}l14 4M${x - 20} ${y - 58}l10 4`,
        tone(color, -0.3),
        4,
      );
    return lump(-160, -6) + lump(4, 0) + lump(164, -6) + lump(-82, -86) + lump(84, -86) + lump(0, -168);
  };

export const jaggeryRound =
  (color: string): Prop =>
  (art) =>
    path(
      'M-170 -6L-140 -200Q0 -250 140 -200L170 -6Q0 30 -170 -6Z',
      art.linear([tone(color, -0.08), tone(color, 0.25), color, tone(color, -0.3)], true),
    ) +
    oval(0, -206, 140, 30, tone(color, 0.34)) +
    line('M-110 -120q20 14 40 6M20 -90q26 10 50 -2M-60 -50q30 8 50 0', tone(color, -0.25), 5) +
    path('M150 0l30 -50l50 8l20 42Z', color) +
    path('M150 0l30 -50l20 30l-10 20Z', tone(color, 0.25));

export const caneBundle: Prop = (art) => {
  let out = '';
  for (let i = 0; i < 7; i += 1) {
    const x = -96 + i * 32;
    const color = art.rng.pick(['#8f9a4c', '#7d7a45', '#9aa65a']);
    out += rect(
      x - 15,
      -420,
      30,
      420,
      art.linear([tone(color, -0.2), tone(color, 0.25), tone(color, -0.25)], true),
      5,
    );
    for (let k = 0; k < 6; k += 1)
      out += rect(x - 17, -60 - k * 66 - (i % 3) * 14, 34, 7, tone(color, 0.45), 3);
  }
  return out + path('M-120 -190Q0 -160 120 -190V-166Q0 -136 -120 -166Z', '#c99a4a');
};

export const crocusPatch: Prop = (art) => {
  const flower = art.define(crocus(art).body);
  let out = path('M-280 0Q-200 -60 0 -66Q200 -60 280 0Q0 30 -280 0Z', '#6d4f33');
  for (const [x, y, size] of [
    [-170, -120, 0.8],
    [0, -150, 0.95],
    [170, -120, 0.8],
    [-90, -90, 1],
    [95, -90, 1.05],
  ] as const) {
    out += `<use href="#${flower}" transform="translate(${x} ${y}) rotate(${art.rng.jitter(8).toFixed(0)}) scale(${size})"/>`;
  }
  return out;
};

export const threadBowl =
  (color: string): Prop =>
  (art) => {
    const thread = art.define(kernel('thread', color)(art).body);
    let threads = '';
    for (let i = 0; i < 130; i += 1) {
      const x = art.rng.jitter(190);
      const y = -art.rng.next() * 70 * (1 - (x / 200) ** 2);
      threads += `<use href="#${thread}" transform="translate(${x.toFixed(0)} ${(y - 170).toFixed(0)}) rotate(${art.rng.range(0, 360).toFixed(0)}) scale(.36)"/>`;
    }
    return at(0, -170, 1, 0, bowl(art, 440, '#b78a45', tone(color, -0.35))) + threads;
  };
