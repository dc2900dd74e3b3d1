// Cow, buffalo, hen, chick and duck; feet at the origin.
import { line, mirror, oval, path, smooth, tone } from './svg.ts';
import type { Art } from './svg.ts';

export function cow(art: Art, coat: string, patch: string, buffalo = false): string {
  const dark = tone(coat, -0.28);
  const leg = (x: number, color: string): string =>
    path(`M${x - 20} -150L${x - 15} -14H${x + 15}L${x + 22} -150Z`, color) +
    path(`M${x - 17} -18H${x + 17}V0H${x - 17}Z`, '#3b2a20');
  const trunk = smooth([
    [-190, -250],
    [-120, -286],
    [0, -276],
    [90, -300],
    [150, -280],
    [178, -220],
    [150, -140],
    [60, -112],
    [-60, -110],
    [-150, -130],
    [-196, -180],
  ]);
  const horns = buffalo
    ? line('M176 -352C130 -400 160 -430 204 -420M216 -352C262 -396 240 -430 204 -426', '#4a4139', 15)
    : line('M178 -356C160 -380 160 -400 172 -414M218 -356C236 -380 236 -400 226 -414', '#c9b48e', 12);
  return (
    oval(0, 2, 230, 20, art.glow('#2b1408', 0.4)) +
    line('M-188 -240C-224 -200 -214 -140 -222 -96', dark, 12) +
    oval(-223, -82, 11, 24, '#3b2a20') +
    leg(-110, dark) +
    leg(120, dark) +
    leg(-150, coat) +
    leg(80, coat) +
    path(trunk, art.linear([tone(coat, 0.14), coat, tone(coat, -0.2)])) +
    `<g ${art.clip(trunk)}>${path(
      smooth([
        [-150, -300],
        [-60, -290],
        [-40, -220],
        [-90, -180],
        [-160, -210],
      ]),
      patch,
    )}${path(
      smooth([
        [60, -310],
        [130, -290],
        [120, -220],
        [70, -200],
        [40, -240],
      ]),
      patch,
    )}</g>` +
    oval(-80, -112, 34, 22, '#e2b3a0') +
    line('M-94 -98V-84M-72 -96V-82', '#d39c88', 8) +
    path('M120 -290C140 -330 170 -350 197 -356C220 -340 210 -250 170 -216Z', coat) +
    horns +
    oval(150, -338, 30, 13, dark, 'transform="rotate(24 150 -338)"') +
    oval(246, -338, 30, 13, dark, 'transform="rotate(-24 246 -338)"') +
    path(
      smooth(
        mirror([
          [0, -370],
          [30, -362],
          [36, -310],
          [26, -262],
          [32, -236],
          [20, -214],
          [0, -210],
        ]).map(([x, y]) => [x + 198, y] as const),
      ),
      coat,
    ) +
    oval(198, -232, 33, 24, buffalo ? '#6b5d55' : '#e5bda8') +
    oval(187, -234, 5, 7, '#4a2f28') +
    oval(209, -234, 5, 7, '#4a2f28') +
    oval(180, -316, 7, 9, '#2b1b14') +
    oval(216, -316, 7, 9, '#2b1b14') +
    oval(182, -319, 2.4, 3, '#fff') +
    oval(218, -319, 2.4, 3, '#fff') +
    path('M190 -368L198 -336L206 -368Z', patch)
  );
}

export function hen(art: Art, coat: string, rooster = false): string {
  const tail = rooster
    ? path(
        'M-90 -150C-190 -170 -200 -300 -120 -320C-160 -260 -120 -240 -90 -220C-140 -300 -80 -340 -40 -310C-90 -270 -60 -220 -40 -190Z',
        '#27463f',
      ) + path('M-92 -160C-170 -190 -170 -260 -130 -290C-146 -230 -100 -210 -70 -200Z', '#1c6b3c')
    : path('M-80 -140C-150 -160 -160 -230 -130 -260C-110 -220 -80 -220 -40 -200Z', tone(coat, -0.3)) +
      path('M-84 -140C-130 -170 -130 -220 -106 -244C-94 -210 -70 -200 -40 -190Z', tone(coat, -0.14));
  const body = smooth([
    [-110, -150],
    [-70, -196],
    [0, -196],
    [40, -236],
    [62, -280],
    [98, -284],
    [112, -250],
    [104, -190],
    [96, -120],
    [50, -64],
    [-20, -56],
    [-84, -90],
  ]);
  let feathers = '';
  for (const [x, y] of [
    [30, -112],
    [56, -140],
    [6, -92],
    [70, -176],
    [34, -164],
  ] as const)
    feathers += line(`M${x - 9} ${y}q9 11 18 0`, tone(coat, -0.3), 4);
  return (
    oval(6, 2, 118, 14, art.glow('#2b1408', 0.42)) +
    line(
      'M-4 -62V-8M-4 -8L-26 2M-4 -8L22 2M-4 -8L-4 6M38 -66V-8M38 -8L16 2M38 -8L64 2M38 -8L38 6',
      '#d8952e',
      8,
    ) +
    tail +
    path(body, art.linear([tone(coat, 0.16), coat, tone(coat, -0.2)])) +
    path(
      smooth([
        [-86, -150],
        [-40, -176],
        [24, -150],
        [20, -110],
        [-30, -86],
        [-76, -110],
      ]),
      tone(coat, -0.2),
    ) +
    line('M-66 -132Q-20 -112 16 -132M-56 -114Q-20 -96 8 -112', tone(coat, 0.2), 5) +
    feathers +
    path(
      'M50 -282C46 -310 60 -316 66 -300C68 -324 86 -324 86 -302C94 -320 108 -312 102 -286Q78 -274 50 -282Z',
      '#c8321f',
    ) +
    path('M110 -262L146 -248L110 -236Z', '#e0a23a') +
    path('M104 -234C122 -232 122 -200 108 -198C98 -202 98 -226 104 -234Z', '#c8321f') +
    oval(88, -258, 8, 8, '#fff7e3') +
    oval(90, -258, 5, 5, '#2b1408')
  );
}

export function chick(art: Art, turn = 1): string {
  return `<g transform="scale(${turn} 1)">${oval(0, 1, 50, 7, art.glow('#2b1408', 0.4))}${line('M-8 -16V-2M-8 -2l-8 3M-8 -2l9 3M14 -16V-2M14 -2l-8 3M14 -2l9 3', '#d8892e', 4)}${oval(0, -44, 44, 36, art.ball('#f3cf55', 0.35, -0.2))}${oval(28, -84, 29, 28, art.ball('#f5d566', 0.35, -0.16))}${path('M-44 -52L-62 -66L-36 -66Z', '#e6bb3e')}${path('M-22 -50Q-2 -22 20 -42Q4 -62 -22 -50Z', '#e2b53a')}${path('M54 -86L72 -78L54 -72Z', '#dd8a2c')}${oval(38, -90, 4.4, 5, '#2b1408')}</g>`;
}

export function duck(art: Art, coat: string): string {
  const body = smooth([
    [-130, -110],
    [-150, -140],
    [-100, -130],
    [-20, -140],
    [40, -150],
    [56, -200],
    [60, -240],
    [90, -258],
    [120, -236],
    [112, -190],
    [100, -110],
    [50, -56],
    [-40, -50],
    [-104, -74],
  ]);
  return (
    oval(0, 2, 120, 14, art.glow('#2b1408', 0.42)) +
    line('M-10 -56V-8M-10 -6h26M34 -58V-8M34 -6h26', '#dd8a2c', 10) +
    path(body, art.linear([tone(coat, 0.2), coat, tone(coat, -0.2)])) +
    path(
      smooth([
        [-90, -120],
        [-20, -132],
        [40, -110],
        [10, -78],
        [-50, -76],
      ]),
      tone(coat, -0.18),
    ) +
    path('M116 -236Q150 -236 158 -220Q140 -206 112 -212Z', '#dd9a2c') +
    oval(94, -232, 6, 7, '#2b1408')
  );
}
