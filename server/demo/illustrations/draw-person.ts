import { headwear, type Headwear } from './person-headwear.ts';
import { Art, line, oval, path, rect, smooth, tone } from './svg.ts';

export interface PortraitFeatures {
  gender: 'man' | 'woman';
  head: Headwear;
  hair: 'black' | 'grey' | 'white';
  beard: 'none' | 'moustache' | 'short' | 'full';
  spectacles: boolean;
  jewellery: boolean;
  bindi: boolean;
  dress: 'kurta' | 'shirt' | 'saree' | 'pheran';
}

const SKINS = ['#c98e62', '#b97c51', '#a86b44', '#d3a078', '#94593a'];
const CLOTH = ['#1c6b3c', '#b23a1f', '#2f6f73', '#8a3b5c', '#4b5f8f', '#c9742a', '#6d4f86', '#7a8f3c'];
const LIGHT = ['#f6efe0', '#e9dcc0', '#dfe6dc', '#e6eef0', '#f3dfc4'];
const GROUNDS = ['#e9d9b4', '#cfdcc0', '#f0cf86', '#b9cdc4', '#e8c3a0', '#d9cfe0'];
const HAIR = { black: '#2a1f1a', grey: '#7d766f', white: '#e3ddd2' };

interface Sitter {
  userType: 'farmer' | 'merchant';
  portrait: { seed: number } & Partial<PortraitFeatures>;
}

/** A 640 × 640 SVG portrait; features that are not given follow from the seed. */
export function drawPerson(sitter: Sitter): string;
export function drawPerson(seed: number, userType: Sitter['userType']): string;
export function drawPerson(who: number | Sitter, type: Sitter['userType'] = 'farmer'): string {
  const { userType, portrait } =
    typeof who === 'number' ? { userType: type, portrait: { seed: who } as Sitter['portrait'] } : who;
  const { seed, ...given } = portrait;
  const art = new Art(`person:${userType}:${seed}`);
  const { rng } = art;
  const gender = given.gender ?? (rng.next() < 0.45 ? 'woman' : 'man');
  const woman = gender === 'woman';
  const looks: PortraitFeatures = {
    gender,
    head:
      given.head ??
      rng.pick<Headwear>(
        woman
          ? ['none', 'pallu', 'none']
          : userType === 'farmer'
            ? ['gamcha', 'pagri', 'none']
            : ['none', 'none', 'topi'],
      ),
    hair: given.hair ?? rng.pick(['black', 'black', 'black', 'grey'] as const),
    beard: woman ? 'none' : (given.beard ?? rng.pick(['moustache', 'moustache', 'none', 'short'] as const)),
    spectacles: given.spectacles ?? rng.next() < (userType === 'merchant' ? 0.4 : 0.15),
    jewellery: given.jewellery ?? (woman && rng.next() < 0.85),
    bindi: given.bindi ?? (woman && rng.next() < 0.75),
    dress: given.dress ?? (woman ? 'saree' : userType === 'farmer' ? 'kurta' : 'shirt'),
  };
  const skin = rng.pick(SKINS);
  const hair = HAIR[looks.hair];
  const main = rng.pick(CLOTH);
  const ground = rng.pick(GROUNDS);
  const wrap =
    looks.head === 'turban' || looks.head === 'pagri'
      ? rng.pick(['#c9742a', '#2f4f86', '#b23a1f', '#1c6b3c', '#8a3b5c', '#e3a008'])
      : looks.head === 'pallu' || looks.head === 'scarf' || looks.head === 'hijab'
        ? main
        : rng.pick(CLOTH);
  const cover = headwear(art, looks.head, wrap);
  const content =
    rect(0, 0, 640, 640, ground) +
    scenery(art, ground) +
    cover.behind +
    (looks.head === 'hijab' ? '' : hairBehind(looks, hair)) +
    shoulders(art, looks, main, rng.pick(LIGHT), skin) +
    head(art, looks, skin, hair) +
    cover.front;
  return art.document(content, 640, 640);
}

function scenery(art: Art, ground: string): string {
  const hill = art.rng.range(430, 480);
  return (
    oval(320, 300, 250, 250, tone(ground, 0.42)) +
    path(
      `M0 ${hill + 20}Q160 ${hill - 50} 330 ${hill + 10}T640 ${hill - 10}V640H0Z`,
      '#9db878',
      'opacity=".7"',
    ) +
    path(
      `M0 ${hill + 70}Q200 ${hill + 10} 380 ${hill + 60}T640 ${hill + 50}V640H0Z`,
      '#7d9f5c',
      'opacity=".75"',
    )
  );
}

function hairBehind(looks: PortraitFeatures, hair: string): string {
  if (looks.gender === 'man') return '';
  const bun = looks.head === 'none' ? oval(398, 366, 46, 50, tone(hair, -0.1)) : '';
  return (
    bun + path('M210 260C206 150 434 150 430 260C436 330 430 370 416 396H224C210 370 204 330 210 260Z', hair)
  );
}

function shoulders(art: Art, looks: PortraitFeatures, main: string, light: string, skin: string): string {
  const neck =
    path('M272 360V440Q320 476 368 440V360Z', tone(skin, -0.14)) +
    path('M272 372Q320 424 368 372V400Q320 446 272 400Z', tone(skin, -0.3), 'opacity=".6"');
  const body =
    'M70 660C72 540 130 486 228 456Q274 442 280 424Q320 462 360 424Q366 442 412 456C510 486 568 540 570 660Z';
  if (looks.dress === 'saree') {
    const blouse = tone(main, -0.3);
    return (
      path(body, blouse) +
      neck +
      path('M250 446Q320 540 392 446Q380 436 366 432Q320 474 274 432Q262 438 250 446Z', skin) +
      path('M70 660C72 540 130 486 236 452C300 520 420 600 470 660Z', art.linear([tone(main, 0.14), main])) +
      line('M232 456C300 524 424 604 474 664', '#e3b23a', 15) +
      line(
        'M120 560C220 570 320 620 360 660M160 516C260 540 360 600 420 660',
        tone(main, -0.22),
        6,
        'opacity=".6"',
      ) +
      (looks.jewellery
        ? line('M262 440Q320 528 378 440', '#e3b23a', 6) +
          oval(320, 492, 11, 13, '#e3b23a') +
          oval(320, 494, 5, 6, '#b23a1f')
        : '')
    );
  }
  const cloth =
    looks.dress === 'shirt' ? tone(main, 0.3) : looks.dress === 'pheran' ? tone(main, -0.1) : light;
  const collar =
    looks.dress === 'shirt'
      ? path('M276 430L320 482L364 430L392 446L346 524L320 494L294 524L248 446Z', tone(cloth, 0.35)) +
        line('M320 496V660', tone(cloth, -0.25), 4)
      : path('M272 430Q320 480 368 430L380 440Q320 506 260 440Z', tone(cloth, -0.14)) +
        line('M320 486V590', tone(cloth, -0.28), 5) +
        [520, 556].map((y) => oval(328, y, 5, 5, tone(cloth, -0.45))).join('');
  const vest =
    looks.dress === 'kurta' && art.rng.next() < 0.5
      ? path(
          'M70 660C72 540 130 486 228 456Q262 540 268 660ZM570 660C568 540 510 486 412 456Q378 540 372 660Z',
          tone(main, -0.1),
        )
      : '';
  const embroidery =
    looks.dress === 'pheran' ? line('M264 446Q320 520 376 446M320 500V620', '#e3c06a', 8) : '';
  return (
    neck +
    path(body, art.linear([tone(cloth, 0.1), cloth, tone(cloth, -0.16)])) +
    line('M150 560Q170 600 160 650M490 560Q470 600 480 650', tone(cloth, -0.26), 6, 'opacity=".6"') +
    collar +
    vest +
    embroidery
  );
}

function head(art: Art, looks: PortraitFeatures, skin: string, hair: string): string {
  const woman = looks.gender === 'woman';
  const face = woman
    ? smooth([
        [320, 152],
        [392, 176],
        [414, 252],
        [404, 322],
        [368, 378],
        [320, 398],
        [272, 378],
        [236, 322],
        [226, 252],
        [248, 176],
      ])
    : smooth([
        [320, 150],
        [396, 174],
        [418, 250],
        [412, 322],
        [378, 382],
        [320, 404],
        [262, 382],
        [228, 322],
        [222, 250],
        [244, 174],
      ]);
  const ears =
    oval(222, 284, 19, 30, tone(skin, -0.08)) +
    oval(418, 284, 19, 30, tone(skin, -0.08)) +
    oval(222, 286, 9, 17, tone(skin, -0.26)) +
    oval(418, 286, 9, 17, tone(skin, -0.26));
  const studs = looks.jewellery
    ? oval(220, 322, 9, 11, '#e3b23a') +
      oval(420, 322, 9, 11, '#e3b23a') +
      oval(220, 338, 6, 7, '#b23a1f') +
      oval(420, 338, 6, 7, '#b23a1f')
    : '';
  const shade = `<g ${art.clip(face)}>${path('M420 130C440 260 420 380 300 420H460V130Z', tone(skin, -0.4), 'opacity=".16"')}${oval(258, 322, 36, 25, art.glow('#d9603f', 0.3))}${oval(382, 322, 36, 25, art.glow('#d9603f', 0.3))}</g>`;
  const brow = tone(hair, looks.hair === 'white' ? -0.2 : 0);
  const eye = (x: number): string =>
    path(`M${x - 21} 276Q${x} 256 ${x + 21} 276Q${x} 290 ${x - 21} 276Z`, '#fbf6ea') +
    oval(x, 274, 9.5, 10, '#3a2417') +
    oval(x - 3, 270, 3, 3, '#fff') +
    line(`M${x - 22} 275Q${x} 254 ${x + 22} 275`, '#2a1a12', woman ? 5.5 : 4);
  const brows = line('M250 246Q272 230 298 242M342 242Q368 230 390 246', brow, woman ? 6 : 9);
  const nose =
    line('M322 270Q328 306 338 316Q328 330 308 322', tone(skin, -0.34), 5) +
    (looks.jewellery && art.rng.next() < 0.6 ? oval(303, 316, 4, 4, '#f0c552') : '');
  const smile = woman
    ? path('M286 350Q320 340 354 350Q340 374 320 374Q300 374 286 350Z', '#a5443a') +
      path('M294 352Q320 350 346 352Q334 362 320 362Q306 362 294 352Z', '#fbf4ea')
    : path('M288 352Q320 362 352 352Q340 376 320 376Q300 376 288 352Z', '#8a4a3a') +
      path('M294 355Q320 363 346 355Q336 365 320 366Q304 365 294 355Z', '#fbf4ea');
  let beard = '';
  if (looks.beard === 'full')
    beard =
      path(
        'M222 280C224 320 240 330 262 330Q290 322 320 330Q350 322 378 330C400 330 416 320 418 280C430 370 410 450 320 462C230 450 210 370 222 280Z',
        hair,
      ) +
      line('M270 400Q290 440 318 450M370 400Q350 440 322 450', tone(hair, 0.25), 3, 'opacity=".5"') +
      smile;
  if (looks.beard === 'short')
    beard =
      path(
        'M224 292C230 340 250 346 268 342Q294 326 320 334Q346 326 372 342C390 346 410 340 416 292C424 360 392 416 320 418C248 416 216 360 224 292Z',
        hair,
        'opacity=".82"',
      ) + smile;
  const moustache =
    looks.beard === 'none'
      ? ''
      : path(
          'M320 334C304 324 276 330 258 350C282 352 304 350 320 344C336 350 358 352 382 350C364 330 336 324 320 334Z',
          tone(hair, looks.hair === 'black' ? 0.05 : 0),
        );
  const top =
    looks.head === 'hijab'
      ? ''
      : woman
        ? path(
            'M222 270C214 140 300 122 320 150C340 122 426 140 418 270C410 214 372 176 320 160C268 176 230 214 222 270Z',
            hair,
          ) +
          line('M320 152V176', tone(skin, -0.1), 4) +
          (looks.jewellery && looks.bindi ? line('M320 154V174', '#b23a1f', 5) : '')
        : path(
            'M224 262C206 150 262 112 330 116C410 116 436 170 416 262C410 222 400 206 384 190C340 204 280 196 254 190C236 210 230 226 224 262Z',
            hair,
          ) + line('M270 150Q320 132 372 152', tone(hair, 0.22), 5, 'opacity=".5"');
  const glasses = looks.spectacles
    ? `<g fill="#ffffff" fill-opacity=".18" stroke="#3b2a20" stroke-width="6"><rect x="240" y="252" width="66" height="50" rx="20"/><rect x="334" y="252" width="66" height="50" rx="20"/></g>` +
      line('M306 270Q320 262 334 270M240 268L222 264M400 268L418 264', '#3b2a20', 6)
    : '';
  const bindi = looks.bindi ? oval(320, 222, 8, 8, '#b23a1f') : '';
  return (
    ears +
    studs +
    path(face, art.ball(skin, 0.16, -0.1)) +
    shade +
    top +
    (beard || smile) +
    moustache +
    nose +
    eye(274) +
    eye(366) +
    brows +
    bindi +
    glasses
  );
}
