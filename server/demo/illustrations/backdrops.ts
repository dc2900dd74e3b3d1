// Walls, tables, fields and market awnings behind the produce. The picture is 1280 × 960.
import { at, distance, line, oval, path, rect, smooth, tone } from './svg.ts';
import type { Art, Point } from './svg.ts';

const WALLS = [
  '#f3e3c3',
  '#cfdcc0',
  '#e9c9a0',
  '#b9cdc4',
  '#eed9b0',
  '#d8b99a',
  '#9fb9a6',
  '#e7d3c2',
  '#f0cf86',
  '#c4cfd0',
];
const WOODS = ['#b98650', '#a9743f', '#c79a63', '#8e6038'];

export function wallFor(art: Art, main: string): string {
  const usable = WALLS.filter((wall) => distance(wall, main) > 105);
  return art.rng.pick(usable.length ? usable : WALLS);
}

/** A plain painted wall, a soft arch or disc of light, and a wooden table top from y = 640 down. */
export function room(art: Art, main: string, table = 640): string {
  const { rng } = art;
  const wall = wallFor(art, main);
  const light = tone(wall, 0.45);
  const x = rng.range(420, 860);
  let out = rect(0, 0, 1280, table + 10, wall);
  const motif = rng.int(0, 3);
  if (motif === 0) out += oval(x, 390, 350, 350, light, 'opacity=".75"');
  if (motif === 1)
    out +=
      path(`M${x - 270} ${table}V330A270 270 0 0 1 ${x + 270} 330V${table}Z`, light, 'opacity=".75"') +
      path(`M${x - 226} ${table}V330A226 226 0 0 1 ${x + 226} 330V${table}Z`, tone(wall, 0.22));
  if (motif === 2)
    out +=
      path(`M${x - 240} 0L${x + 140} 0L${x + 520} ${table}H${x + 60}Z`, light, 'opacity=".5"') +
      path(`M${x + 220} 0H${x + 310}L${x + 720} ${table}H${x + 600}Z`, light, 'opacity=".4"');
  if (motif === 3) {
    out += rect(0, 430, 1280, table - 430, tone(wall, -0.14)) + rect(0, 424, 1280, 9, tone(wall, -0.3));
    for (let i = 0; i < 33; i += 1)
      out += at(20 + i * 40, 400, 1, 45, rect(-9, -9, 18, 18, tone(wall, -0.22), 2));
  }
  return out + tableTop(art, table);
}

export function tableTop(art: Art, top: number): string {
  const wood = art.rng.pick(WOODS);
  let grain = '';
  for (let i = 0; i < 15; i += 1) {
    const y = top + 44 + i * 24 + art.rng.jitter(6);
    const x = art.rng.range(-200, 900);
    grain += `M${x.toFixed(0)} ${y.toFixed(0)}q${art.rng.range(100, 220).toFixed(0)} ${art.rng.jitter(12).toFixed(0)} ${art.rng.range(300, 520).toFixed(0)} 0`;
  }
  return (
    rect(0, top, 1280, 960 - top, art.linear([tone(wood, 0.14), wood, tone(wood, -0.25)])) +
    rect(0, top, 1280, 12, tone(wood, 0.36)) +
    line(grain, tone(wood, -0.3), 3.5, 'opacity=".4"')
  );
}

interface Land {
  near: string;
  far: string;
  horizon?: number;
}

/** Sky with sun, hills and a tree line; the land below the horizon is flat colour for others to draw on. */
export function countryside(art: Art, land: Land): string {
  const { rng } = art;
  const horizon = land.horizon ?? 400;
  const sky = rng.pick([
    ['#a9cfd6', '#f6ecd2'],
    ['#f3c98a', '#fbeccb'],
    ['#c5dcd2', '#fdf3d8'],
    ['#e9b98c', '#fae3b9'],
  ]) as string[];
  const sunX = rng.range(180, 1100);
  let out =
    rect(0, 0, 1280, horizon + 20, art.linear(sky)) +
    oval(sunX, horizon - rng.range(120, 230), 230, 230, art.glow('#fff6d8', 0.8)) +
    oval(sunX, horizon - 190, 66, 66, '#fff3cf');
  const ridge = (base: number, height: number, color: string): string => {
    const points: Point[] = [];
    for (let i = -1; i <= 9; i += 1) points.push([i * 160, base - rng.range(0.2, 1) * height]);
    return path(`${smooth(points, false)}L1500 ${horizon + 30}H-160Z`, color);
  };
  out += ridge(horizon - 60, 90, tone(land.far, 0.5)) + ridge(horizon - 14, 60, tone(land.far, 0.25));
  for (let i = 0; i < 26; i += 1) {
    const x = i * 52 + rng.jitter(24);
    const r = rng.range(18, 42);
    out += oval(x, horizon - r * 0.5, r * 1.15, r, i % 2 ? land.far : tone(land.far, -0.14));
  }
  out += rect(
    0,
    horizon,
    1280,
    960 - horizon,
    art.linear([tone(land.near, 0.2), land.near, tone(land.near, -0.2)]),
  );
  return out;
}

/** Ploughed or planted rows that run to the horizon. */
export function rows(horizon: number, color: string, count = 13, middle = 640): string {
  let out = '';
  for (let i = -count; i <= count; i += 1) {
    const top = middle + i * 26;
    const bottom = middle + i * 190;
    out += path(`M${top - 4} ${horizon}L${bottom - 48} 970H${bottom + 40}L${top + 4} ${horizon}Z`, color);
  }
  return out;
}

/** Soft sunlit orchard or shade-net green behind a close plant. */
export function grove(art: Art, green: string): string {
  const { rng } = art;
  let out = rect(0, 0, 1280, 960, art.linear([tone(green, 0.55), tone(green, 0.25), tone(green, -0.12)]));
  for (let i = 0; i < 24; i += 1)
    out += oval(
      rng.range(0, 1280),
      rng.range(0, 960),
      rng.range(50, 150),
      rng.range(50, 140),
      rng.pick([tone(green, 0.42), tone(green, 0.12), tone(green, 0.62), tone(green, -0.06)]),
      'opacity=".5"',
    );
  return out;
}

/** Scalloped market awning over a stall, with posts and a plank in front at y = 700. */
export function stall(art: Art, main: string): string {
  const { rng } = art;
  const stripe = rng.pick(
    ['#1c6b3c', '#b23a1f', '#e3a008', '#2f6f73'].filter((color) => distance(color, main) > 80),
  );
  const wall = wallFor(art, main);
  let out =
    rect(0, 0, 1280, 960, tone(wall, -0.1)) +
    rect(0, 250, 1280, 500, art.linear([tone(wall, -0.22), tone(wall, 0.12)]));
  for (const x of [70, 1190]) out += rect(x, 120, 26, 620, '#7f5533') + rect(x, 120, 8, 620, '#a97a4c');
  for (let i = 0; i < 11; i += 1) {
    const x = i * 120 - 20;
    const color = i % 2 ? '#faf3e0' : stripe;
    out +=
      path(`M${x + 10} 0H${x + 110}L${x + 120} 150A60 52 0 0 1 ${x} 150Z`, color) +
      path(
        `M${x + 5} 96L${x + 120} 96L${x + 120} 150A60 52 0 0 1 ${x} 150Z`,
        tone(color, -0.16),
        'opacity=".55"',
      );
  }
  return out + rect(0, 206, 1280, 34, '#2b1408', 0, 'opacity=".08"');
}

export function stallFront(art: Art): string {
  const wood = art.rng.pick(WOODS);
  let out = rect(0, 748, 1280, 212, tone(wood, -0.25));
  for (let i = 0; i < 3; i += 1)
    out +=
      rect(0, 748 + i * 74, 1280, 64, i % 2 ? wood : tone(wood, -0.07)) +
      rect(0, 748 + i * 74, 1280, 7, tone(wood, 0.3)) +
      line(
        `M${80 + i * 120} ${784 + i * 74}h420M${700 - i * 60} ${774 + i * 74}h380`,
        tone(wood, -0.25),
        3,
        'opacity=".5"',
      );
  return out;
}
