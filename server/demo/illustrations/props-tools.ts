// Equipment; bottom middle at the origin, about 400 tall.
import { sprout } from './props-farm.ts';
import type { Prop } from './props.ts';
import { at, line, oval, path, rect, tone } from './svg.ts';

export const sprayer =
  (color: string): Prop =>
  (art) =>
    line('M110 -300C190 -290 210 -200 190 -120C180 -60 220 -40 250 -60', '#2f2f2d', 12) +
    line('M236 -40L330 -330', '#c9a24a', 11) +
    line('M330 -330q8 -34 34 -40', '#3b3b38', 11) +
    oval(368, -372, 13, 9, '#b23a1f') +
    rect(216, -80, 30, 66, '#3b3b38', 8, 'transform="rotate(18 230 -46)"') +
    path(
      'M-120 -20L-130 -310Q-128 -350 -80 -356H80Q128 -350 130 -310L120 -20Q118 0 92 0H-92Q-118 0 -120 -20Z',
      art.linear([tone(color, -0.18), tone(color, 0.2), color, tone(color, -0.35)], true),
    ) +
    path('M-100 -60L-106 -290Q-100 -312 -70 -314H-30L-34 -60Z', tone(color, 0.35), 'opacity=".35"') +
    rect(-70, -386, 110, 40, '#2f2f2d', 12) +
    rect(-54, -402, 78, 22, '#4b4b48', 9) +
    line('M-112 -300C-190 -250 -190 -120 -114 -60', '#33302c', 20) +
    line('M-112 -300C-190 -250 -190 -120 -114 -60', '#57524a', 8) +
    line('M122 -90L190 -190L190 -240', '#4b4b48', 14) +
    rect(-128, -34, 256, 34, '#2f2f2d', 10) +
    oval(40, -180, 44, 44, '#faf3e0') +
    at(40, -140, 0.66, 0, sprout('#1c6b3c'));

export const dripCoil: Prop = () => {
  let out = '';
  for (let i = 0; i < 6; i += 1)
    out += oval(
      0,
      -190,
      180 - i * 17,
      180 - i * 17,
      'none',
      `stroke="${i % 2 ? '#3c3c3a' : '#2a2a28'}" stroke-width="17"`,
    );
  let drops = '';
  for (let i = 0; i < 9; i += 1) drops += at(0, -190, 1, i * 40, rect(-9, -192, 18, 22, '#b23a1f', 4));
  return (
    out +
    drops +
    line('M120 -60C180 -10 240 -20 300 -14', '#2a2a28', 17) +
    rect(200, -32, 22, 26, '#b23a1f', 4) +
    rect(270, -32, 22, 26, '#b23a1f', 4)
  );
};

export const dripParts: Prop = (art) =>
  rect(-210, -200, 160, 200, art.linear(['#2f6f9a', '#79b0cf', '#2f6f9a'], true), 20) +
  rect(-160, -250, 60, 60, '#33434d', 8) +
  line('M-210 -60H-270M-50 -60H40V-130H260', '#2a2a28', 24) +
  [80, 150, 220]
    .map(
      (x) =>
        rect(x - 15, -160, 30, 34, '#b23a1f', 5) +
        line(`M${x} -130V-40`, '#2a2a28', 10) +
        oval(x, -14, 10, 15, '#5aa0c9'),
    )
    .join('') +
  rect(-240, -16, 220, 16, '#6d4526', 5);

export const tarpRoll =
  (color: string): Prop =>
  (art) => {
    const side = art.linear([tone(color, 0.3), color, tone(color, -0.35)]);
    const roll = (x: number, y: number): string =>
      rect(x - 240, y - 100, 440, 100, side, 46) +
      oval(x + 188, y - 50, 46, 50, tone(color, 0.2)) +
      line(
        `M${x + 188} ${y - 50}m-6 0a8 8 0 1 1 14 6a18 18 0 1 1 -24 -14a30 30 0 1 1 40 22`,
        tone(color, -0.35),
        5,
      ) +
      rect(x - 150, y - 104, 22, 108, '#d9b968', 4) +
      rect(x + 40, y - 104, 22, 108, '#d9b968', 4);
    return at(0, 0, 0.8, 0, roll(-80, 0) + roll(110, 0) + roll(10, -84));
  };

export const tarpSpread =
  (color: string): Prop =>
  () =>
    at(
      0,
      0,
      0.82,
      0,
      path('M-330 -10L-250 -250Q0 -290 250 -250L330 -10Q160 24 0 4Q-170 26 -330 -10Z', color) +
        path('M-250 -250Q0 -290 250 -250L266 -200Q0 -240 -266 -200Z', tone(color, 0.25)) +
        line('M-150 -260L-190 0M0 -270V4M150 -260L190 4', tone(color, -0.25), 6) +
        [
          [-300, -26],
          [300, -26],
          [-236, -232],
          [236, -232],
          [0, -6],
        ]
          .map(
            ([x, y]) =>
              oval(x as number, y as number, 13, 8, '#f6ecd2') +
              oval(x as number, y as number, 6, 4, '#3a2a18'),
          )
          .join(''),
    );

export const plasticCrate =
  (color: string): Prop =>
  () => {
    const one = (y: number): string => {
      let holes = '';
      for (let row = 0; row < 3; row += 1)
        for (let i = 0; i < 8; i += 1)
          holes += rect(-178 + i * 46, y - 104 + row * 32, 34, 19, tone(color, -0.55), 5);
      return (
        path(`M-216 ${y - 140}H216L200 ${y}H-200Z`, color) +
        holes +
        rect(-224, y - 150, 448, 28, tone(color, 0.16), 8) +
        rect(-60, y - 142, 120, 13, tone(color, -0.5), 6) +
        path(`M176 ${y - 122}H212L200 ${y}H180Z`, tone(color, -0.25), 'opacity=".6"')
      );
    };
    return one(0) + one(-148) + one(-296);
  };

export const sackStack =
  (jute: string): Prop =>
  () => {
    let out = '';
    for (let i = 0; i < 8; i += 1) {
      const y = -i * 40;
      const color = tone(jute, i % 2 ? 0.08 : -0.06);
      out +=
        rect(-220 + (i % 3) * 6, y - 40, 430, 40, color, 16) +
        line(`M-200 ${y - 20}H190`, tone(jute, -0.28), 3, 'stroke-dasharray="10 7" opacity=".7"') +
        rect(-220 + (i % 3) * 6, y - 12, 430, 12, tone(color, -0.22), 6, 'opacity=".6"');
    }
    return out + path('M-30 0V-330H10V0Z', '#b23a1f', 'opacity=".8"');
  };

export const pump =
  (color: string): Prop =>
  (art) =>
    rect(-230, -30, 460, 30, '#4b4b48', 6) +
    rect(-210, -230, 240, 200, art.linear([tone(color, 0.3), color, tone(color, -0.35)]), 26) +
    [0, 1, 2, 3, 4, 5].map((i) => rect(-186 + i * 32, -220, 13, 180, tone(color, -0.3), 5)).join('') +
    rect(-150, -270, 110, 46, '#3b3b38', 9) +
    path('M30 -190H90V-70H30Z', '#6a6a66') +
    oval(140, -130, 94, 94, art.ball(tone(color, -0.15), 0.3, -0.3)) +
    oval(140, -130, 40, 40, '#3b3b38') +
    oval(140, -130, 18, 18, '#8b8b86') +
    rect(112, -310, 56, 110, art.linear(['#8b8b86', '#d9d9d2', '#777772'], true)) +
    rect(98, -330, 84, 28, '#6a6a66', 5) +
    line('M140 -330C140 -420 200 -420 260 -400', '#2f6f9a', 34) +
    [0, 1, 2].map((i) => oval(96 + i * 44, -178 + Math.abs(i - 1) * 8, 6, 6, '#d9d9d2')).join('');

export const tractor =
  (color: string): Prop =>
  (art) => {
    const wheel = (x: number, r: number): string => {
      let lugs = '';
      for (let i = 0; i < 20; i += 1) lugs += at(x, -r, 1, i * 18, rect(-9, -r - 5, 18, 24, '#1f1e1c', 3));
      return (
        lugs +
        oval(x, -r, r, r, '#2b2926') +
        oval(x, -r, r * 0.62, r * 0.62, '#e6dcc0') +
        oval(x, -r, r * 0.5, r * 0.5, '#c9bd98') +
        oval(x, -r, r * 0.17, r * 0.17, '#6a5a38')
      );
    };
    return (
      rect(-150, -190, 380, 70, '#33312e', 10) +
      path(
        'M-20 -300H190Q246 -296 250 -250V-170H-20Z',
        art.linear([tone(color, 0.2), color, tone(color, -0.25)]),
      ) +
      [0, 1, 2, 3].map((i) => rect(60 + i * 34, -262, 18, 52, tone(color, -0.4), 4)).join('') +
      rect(236, -264, 20, 80, '#3b3b38', 5) +
      oval(240, -280, 15, 15, '#fbeebf') +
      rect(96, -410, 18, 112, '#3b3b38', 6) +
      path('M-190 -250Q-180 -330 -90 -330Q0 -326 6 -230L-30 -170H-190Z', color) +
      rect(-120, -370, 90, 22, '#2b2926', 8) +
      rect(-140, -440, 20, 90, '#2b2926', 8) +
      line('M-10 -300L-46 -390', '#2b2926', 10) +
      oval(-52, -396, 40, 12, 'none', 'stroke="#2b2926" stroke-width="10" transform="rotate(-30 -52 -396)"') +
      wheel(-120, 140) +
      wheel(200, 88)
    );
  };

export const handTools: Prop = () =>
  line('M-150 0L-120 -400', '#a9743f', 20) +
  path('M-160 -394L-70 -414L-60 -330Q-110 -320 -152 -346Z', '#8b8f8c') +
  path('M-160 -394L-70 -414L-68 -396L-158 -376Z', '#b9bdb8') +
  line('M0 0V-130', '#8e6038', 26) +
  line('M0 -130C-10 -300 90 -380 170 -330', '#9aa09c', 26) +
  line('M4 -136C0 -290 90 -364 166 -322', '#d0d4cf', 8) +
  line('M210 0L190 -300', '#b98650', 20) +
  path('M150 -300H232L224 -410Q190 -440 158 -410Z', '#7f8683') +
  path('M150 -300H190V-426Q170 -424 158 -410Z', '#a4aaa6');
