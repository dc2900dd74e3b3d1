// Ripe ears and plants, standing up from the origin.
import { blade, leaf } from './leaves.ts';
import { at, line, oval, path, smooth, tone } from './svg.ts';
import type { Art } from './svg.ts';

export type EarForm =
  'wheat' | 'paddy' | 'maize' | 'bajra' | 'jowar' | 'ragi' | 'mustard' | 'pods' | 'umbel' | 'cane' | 'broad';

/** A ripe ear standing up from the origin, about 300 units tall with its stem. */
export function ear(art: Art, form: EarForm, color: string, green: string): string {
  const { rng } = art;
  const dark = tone(color, -0.26);
  const light = tone(color, 0.28);
  let out = '';
  const grainAt = (x: number, y: number, turn: number, size: number, fill: string): string =>
    at(
      x,
      y,
      1,
      turn,
      path(
        `M0 ${size * 0.2}C${size * 0.62} 0 ${size * 0.5} ${-size * 0.9} 0 ${-size * 1.25}C${-size * 0.5} ${-size * 0.9} ${-size * 0.62} 0 0 ${size * 0.2}Z`,
        fill,
      ),
    );
  if (form === 'wheat') {
    out += line('M0 0Q4 -80 0 -160', green, 6) + at(0, -56, 1, 34, blade(110, 16, 26, green));
    let awns = '';
    for (let i = 0; i < 9; i += 1) {
      const y = -142 - i * 15;
      awns += `M-6 ${y}Q-26 ${y - 50} ${-34 + i * 1.6} ${y - 96}M6 ${y}Q26 ${y - 50} ${34 - i * 1.6} ${y - 96}`;
    }
    out += line(awns, light, 2.4);
    for (let i = 0; i < 8; i += 1) {
      const y = -138 - i * 18;
      const size = 25 - Math.abs(i - 3) * 1.2;
      out += grainAt(-3, y, -36, size, i % 2 ? dark : color) + grainAt(-3, y - 3, -36, size * 0.55, light);
      out += grainAt(3, y - 9, 36, size, i % 2 ? color : dark) + grainAt(3, y - 12, 36, size * 0.55, light);
    }
    return out + grainAt(0, -276, 0, 24, color) + grainAt(0, -279, 0, 13, light);
  }
  if (form === 'paddy') {
    out +=
      line('M0 0Q2 -110 16 -190', green, 6) +
      at(0, -40, 1, -24, blade(200, 16, -50, green)) +
      at(2, -20, 1, 20, blade(170, 15, 36, tone(green, -0.12)));
    for (let strand = 0; strand < 5; strand += 1) {
      const reach = 44 + strand * 22;
      const fall = 40 + strand * 22;
      out += line(
        `M14 -180Q${20 + reach * 0.5} ${-236 + strand * 6} ${14 + reach} ${-196 + fall}`,
        tone(green, 0.2),
        2.6,
      );
      for (let i = 2; i < 10; i += 1) {
        const t = i / 9;
        const u = 1 - t;
        const x = u * u * 14 + 2 * u * t * (20 + reach * 0.5) + t * t * (14 + reach);
        const y = u * u * -180 + 2 * u * t * (-236 + strand * 6) + t * t * (-196 + fall);
        out +=
          grainAt(x + 4, y, 150 + rng.jitter(16), 11, i % 2 ? color : dark) +
          grainAt(x - 4, y + 3, 200 + rng.jitter(16), 11, i % 3 ? color : light);
      }
    }
    return out;
  }
  if (form === 'bajra') {
    out +=
      line('M0 0Q3 -60 0 -130', green, 7) +
      at(0, -40, 1, 28, blade(150, 20, 34, green)) +
      at(0, -20, 1, -26, blade(130, 20, -34, tone(green, -0.12)));
    out += path('M-15 -120C-22 -180 -18 -250 0 -292C18 -250 22 -180 15 -120Z', dark);
    for (let i = 0; i < 84; i += 1) {
      const t = (i % 28) / 28;
      const half = 19 * Math.sin(0.5 + t * 2.4);
      out += oval(
        half * (Math.floor(i / 28) - 1) * 0.8 + rng.jitter(4),
        -124 - t * 160,
        5.4,
        5,
        i % 3 ? color : light,
      );
    }
    return out;
  }
  if (form === 'jowar' || form === 'ragi') {
    out +=
      line('M0 0Q3 -80 0 -160', green, 7) +
      at(0, -50, 1, 30, blade(140, 20, 34, green)) +
      at(0, -26, 1, -28, blade(130, 20, -34, tone(green, -0.12)));
    if (form === 'ragi') {
      for (const [turn, bend] of [
        [-50, 20],
        [50, -20],
        [-26, 14],
        [26, -14],
        [0, 0],
      ] as const) {
        let beads = '';
        for (let i = 0; i < 11; i += 1)
          beads +=
            oval((i % 2 ? 6 : -6) + bend * Math.sin(i / 5), -8 - i * 9.5, 8.6, 7.6, i % 3 ? color : dark) +
            oval(bend * Math.sin(i / 5), -12 - i * 9.5, 5, 4.4, light);
        out += at(0, -160, 1, turn, beads);
      }
      return out;
    }
    out += path(
      smooth([
        [0, -150],
        [36, -180],
        [44, -230],
        [26, -276],
        [0, -296],
        [-26, -276],
        [-44, -230],
        [-36, -180],
      ]),
      dark,
    );
    for (let i = 0; i < 90; i += 1) {
      const a = i * 2.4;
      const r = Math.sqrt(i / 90);
      out += oval(Math.cos(a) * r * 40, -224 + Math.sin(a) * r * 68, 7, 7, i % 3 ? color : light);
    }
    return out;
  }
  if (form === 'maize') return earMaize(color, green);
  if (form === 'broad') {
    for (const [turn, size, y] of [
      [-34, 210, 0],
      [34, 200, 0],
      [-16, 250, -10],
      [18, 240, -14],
      [0, 280, -20],
    ] as const)
      out += at(0, y, 1, turn + rng.jitter(5), leaf(size, size * 0.3, turn % 4 ? green : tone(green, 0.12)));
    return (
      out +
      path('M-14 -60C-18 -120 -10 -160 0 -176C10 -160 18 -120 14 -60Z', color) +
      line('M-10 -80L12 -96M-11 -104L11 -120M-8 -126L8 -142', tone(color, -0.2), 4)
    );
  }
  if (form === 'cane') {
    for (let i = 0; i < 6; i += 1)
      out += at(
        0,
        -170 - i * 12,
        1,
        -70 + i * 28,
        blade(150, 16, (i - 2.5) * 18, i % 2 ? green : tone(green, -0.14)),
      );
    let stalk = '';
    for (let i = 0; i < 5; i += 1)
      stalk +=
        path(`M-11 ${-i * 40}L-10 ${-i * 40 - 37}L10 ${-i * 40 - 37}L11 ${-i * 40}Z`, i % 2 ? color : light) +
        oval(0, -i * 40, 13, 4.4, dark);
    return stalk + out;
  }
  if (form === 'mustard' || form === 'umbel') {
    out += line(
      'M0 0Q4 -120 0 -210M0 -90Q30 -150 52 -190M0 -70Q-30 -130 -56 -170M0 -140Q16 -180 26 -230',
      green,
      5,
    );
    out += at(0, -30, 1, 54, blade(70, 24, 12, green)) + at(0, -50, 1, -54, blade(70, 24, -12, green));
    for (const [x, y] of [
      [0, -214],
      [54, -194],
      [-58, -174],
      [27, -234],
    ] as const) {
      for (let i = 0; i < 9; i += 1) {
        const a = i * 2.4;
        const r = 25 * Math.sqrt((i + 0.4) / 9);
        out += oval(x + Math.cos(a) * r, y + Math.sin(a) * r * 0.72, 8, 7, i % 3 ? color : light);
      }
    }
    return out;
  }
  out += line('M0 0Q6 -100 0 -230M0 -80Q40 -110 62 -150M0 -110Q-40 -140 -60 -180', green, 5.5);
  for (const [x, y, turn] of [
    [0, -230, 6],
    [62, -150, 48],
    [-60, -180, -44],
    [20, -100, 70],
    [-18, -70, -64],
    [4, -170, 52],
    [-4, -200, -50],
  ] as const) {
    out += at(
      x,
      y,
      1,
      turn,
      path('M0 0C24 -10 26 -46 0 -70C-26 -46 -24 -10 0 0Z', turn > 0 ? green : tone(green, -0.14)) +
        line('M0 0V-60', tone(green, 0.3), 2),
    );
    out += at(
      x * 0.8,
      y + 34,
      1,
      180 + turn * 0.4,
      path('M-7 0C-14 14 -12 44 0 58C12 44 14 14 7 0Z', color) +
        oval(-1, 18, 5, 7, light) +
        oval(-1, 36, 5, 7, light),
    );
  }
  return out;
}

function earMaize(color: string, green: string): string {
  let cob = path('M-36 -40C-52 -140 -40 -240 0 -296C40 -240 52 -140 36 -40Z', tone(color, -0.3));
  for (let row = 0; row < 19; row += 1) {
    const y = -52 - row * 12.4;
    const half = 42 * Math.cos(((y + 130) / 172) * 1.32);
    for (let i = -2; i <= 2; i += 1)
      cob += oval((i / 2.4) * half, y, half / 5.1 + 1, 6, (row + i) % 4 ? color : tone(color, 0.25));
  }
  cob +=
    path('M-8 4C-80 -60 -78 -160 -50 -226C-46 -130 -30 -60 4 2Z', tone(green, 0.1)) +
    path('M8 4C80 -60 78 -150 54 -206C44 -120 30 -60 -4 2Z', tone(green, -0.12)) +
    line('M-44 -180C-52 -120 -40 -50 -6 0M48 -170C50 -110 38 -50 6 0', tone(green, 0.36), 3);
  let tassel = '';
  for (let i = -3; i <= 3; i += 1) tassel += `M0 -250Q${i * 6} -290 ${i * 13} ${-318 + Math.abs(i) * 9}`;
  return (
    at(-2, -20, 1, -52, blade(150, 26, -50, tone(green, -0.12))) +
    at(2, -40, 1, 50, blade(150, 26, 50, green)) +
    line('M0 0Q4 -120 0 -256', tone(green, 0.15), 13) +
    line(tassel, '#d9bd73', 5) +
    at(0, -150, 1, -36, blade(130, 22, -40, green)) +
    at(0, -170, 1, 34, blade(130, 22, 44, tone(green, -0.12))) +
    at(6, -96, 0.42, 20, cob)
  );
}
