// Fruit on the branch, on the palm and on the trellis.
import { countryside, grove, rows } from './backdrops.ts';
import { sprigs } from './growing-parts.ts';
import { foliage, frond, leaf, lobed } from './leaves.ts';
import type { ProduceSpec } from './spec-kit.ts';
import { stockOf } from './stock.ts';
import { at, line, path, rect, tone } from './svg.ts';
import type { Art } from './svg.ts';

export function onBranch(art: Art, spec: ProduceSpec): string {
  const { rng } = art;
  const stock = stockOf(art, spec, 4);
  const green = spec.leaf ?? '#2f7b3d';
  const size = spec.size * 1.3;
  let out = grove(art, tone(green, 0.2));
  out += at(0, 0, 1, 0, foliage(art, 520, 190, 46, 190, [tone(green, -0.28), tone(green, -0.2)])).replace(
    'translate(0 0)',
    'translate(700 60)',
  );
  const bough =
    path(
      'M-20 150C240 110 520 220 800 190C980 172 1140 120 1300 130L1300 96C1120 84 980 132 800 146C520 168 260 60 -20 86Z',
      '#6f4d2c',
    ) + line('M-10 96C250 74 520 176 800 154C980 140 1120 96 1290 102', '#94703f', 9, 'opacity=".7"');
  const across = Math.max(4, Math.min(8, Math.round(1150 / (size * 1.9))));
  for (const tier of [1, 0]) {
    const drop = tier * 330;
    out += tier ? `<g transform="translate(1280 ${drop}) scale(-1 1)">${bough}</g>` : bough;
    const spots: [number, number][] = [
      [200, 110],
      [460, 160],
      [730, 170],
      [970, 140],
      [1200, 100],
    ];
    out += sprigs(
      art,
      spec,
      spots.map(([x, y]) => [tier ? 1280 - x : x, y + drop] as const),
      1.3,
    );
    for (let i = tier; i < across + tier; i += 1) {
      const x = 120 + (1040 * (i - tier * 0.5)) / (across - 1) + rng.jitter(24);
      if (x > 1230) continue;
      const y = drop + 200 + size * 1.05 + (i % 2) * 70 + rng.jitter(24);
      out +=
        line(
          `M${x + rng.jitter(24)} ${drop + 140}Q${x + 14} ${y - size * 1.7} ${x} ${y - size * 0.8}`,
          '#7d6437',
          9,
        ) +
        sprigs(art, spec, [[x, y - size * 1.1]], 0.72) +
        stock.put(x, y, size, (spec.rest < 0.6 && spec.spin < 60 ? 90 : 0) + rng.jitter(9));
    }
  }
  return (
    out +
    sprigs(
      art,
      spec,
      [
        [60, 150],
        [560, 190],
        [1230, 130],
      ],
      1.3,
    )
  );
}

export function onPalm(art: Art, spec: ProduceSpec): string {
  const stock = stockOf(art, spec, 4);
  const green = spec.leaf ?? '#3b8044';
  const crown = (length: number, drop: number, color: string, side: number): string => {
    if (spec.crown === 'banana')
      return at(0, 0, 1, side * (46 + drop * 0.2), leaf(length * 1.12, length * 0.34, color));
    if (spec.crown === 'papaya')
      return (
        line(
          `M0 0Q${side * length * 0.4} ${-length * 0.3} ${side * length * 0.75} ${-length * 0.22}`,
          tone(color, 0.3),
          9,
        ) + at(side * length * 0.7, -length * 0.22, 1, side * 70, lobed(length * 0.3, color))
      );
    return frond(length, drop, color, side);
  };
  const far = [0, 40, -40, 80, -80]
    .map((turn) =>
      at(0, -330, 1, turn * 0.9, crown(240, 70, tone(green, turn ? -0.1 : 0), turn < 0 ? -1 : 1)),
    )
    .join('');
  const tree = art.define(line('M0 0Q14 -170 0 -330', '#7d6038', 30) + far);
  let out = countryside(art, { near: '#8fae5a', far: '#5d8f58', horizon: 720 });
  for (const [x, size] of [
    [130, 0.62],
    [1150, 0.7],
    [330, 0.44],
    [960, 0.46],
  ] as const)
    out += `<use href="#${tree}" transform="translate(${x} 724) scale(${size})"/>`;
  const bark =
    spec.crown === 'banana' ? ['#6f7f3a', '#a9b35c', '#7d8c42'] : ['#6d4f2e', '#9d7848', '#7d5c36'];
  out += path('M560 970C590 760 590 520 600 250H690C690 520 700 760 740 970Z', art.linear(bark, true));
  for (let i = 0; i < 11; i += 1)
    out += line(
      `M${590 - i * 1.6} ${360 + i * 56}q56 22 ${112 + i * 4} 0`,
      tone(bark[0] as string, -0.25),
      6,
      'opacity=".5"',
    );
  for (const [turn, side] of [
    [0, -1],
    [0, 1],
    [26, -1],
    [-26, 1],
    [-30, -1],
    [30, 1],
    [62, -1],
    [-62, 1],
  ] as const)
    out += at(645, 250, 1.7, turn, crown(330, 150, turn % 4 ? green : tone(green, -0.14), side));
  if (spec.crown === 'banana') {
    const size = spec.size * 1.3;
    out += path(
      'M640 240C720 240 770 300 740 420L724 640L700 640L706 420C720 330 690 300 640 300Z',
      '#7d8c42',
    );
    for (let row = 3; row >= 0; row -= 1)
      for (const dx of [-0.62, 0.62, 0])
        out += stock.put(715 + dx * size, 360 + row * 92, size * (1 - row * 0.1), dx * -22);
    out += at(714, 800, 1, 180, leaf(150, 92, '#7a2b45')) + at(720, 790, 1, 192, leaf(120, 40, '#93405a'));
  } else {
    const size = spec.size * 1.1;
    for (const [x, y] of [
      [520, 350],
      [770, 350],
      [580, 400],
      [710, 400],
      [645, 360],
      [545, 450],
      [745, 455],
      [645, 470],
    ] as const)
      out += stock.loose(x, y, size, 14);
  }
  return (
    out +
    at(645, 246, 1.5, -14, crown(300, 190, tone(green, 0.1), -1)) +
    at(645, 246, 1.5, 14, crown(300, 190, tone(green, 0.06), 1))
  );
}

export function onTrellis(art: Art, spec: ProduceSpec): string {
  const { rng } = art;
  const stock = stockOf(art, spec, 4);
  const green = spec.leaf ?? '#4c8d3f';
  const size = spec.size * 1.25;
  let out = countryside(art, { near: '#a5b96a', far: '#6d9a5a', horizon: 640 }) + rows(640, '#8a6a42', 5);
  for (const x of [150, 640, 1130])
    out += rect(x - 14, 120, 28, 700, '#7d5a35') + rect(x - 14, 120, 9, 700, '#a27c4f');
  out += line('M0 150H1280M0 240H1280', '#6c6a58', 5);
  const spots: [number, number][] = [];
  for (let i = 0; i < 15; i += 1) spots.push([i * 92, 110 + (i % 3) * 60 + rng.jitter(26)]);
  out += sprigs(art, spec, spots, 1.25);
  const hang = spec.rest < 0.6 ? 90 : 0;
  const across = hang ? 8 : Math.max(4, Math.round(1100 / (size * 2.1)));
  for (let i = 0; i < across; i += 1) {
    const x = 110 + (1060 * i) / (across - 1) + rng.jitter(18);
    const y = 400 + (i % 2) * 90 + rng.jitter(30);
    out +=
      line(`M${x} 200V${y - size * 0.9}`, tone(green, -0.2), 7) + stock.put(x, y, size, hang + rng.jitter(7));
  }
  return (
    out +
    sprigs(
      art,
      spec,
      [
        [40, 200],
        [330, 240],
        [620, 230],
        [910, 246],
        [1200, 210],
      ],
      1.05,
    )
  );
}
