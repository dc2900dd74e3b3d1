import { line, oval, path, tone } from './svg.ts';
import type { Art } from './svg.ts';

export type Headwear =
  'none' | 'turban' | 'pagri' | 'topi' | 'kullu' | 'skullcap' | 'gamcha' | 'pallu' | 'scarf' | 'hijab';

interface Cover {
  behind: string;
  front: string;
}

/** Turbans, caps and veils: what falls behind the head and what lies on it. */
export function headwear(art: Art, kind: Headwear, color: string): Cover {
  const dark = tone(color, -0.28);
  const light = tone(color, 0.25);
  if (kind === 'turban') {
    const d =
      'M204 262C176 150 244 68 322 64C402 68 464 150 436 262C420 214 372 190 320 160C268 190 220 214 204 262Z';
    return {
      behind: '',
      front:
        path(d, art.linear([light, color, dark])) +
        `<g ${art.clip(d)}>${line('M196 230C250 190 330 120 380 66M200 196C250 160 310 110 340 60M200 160C236 130 270 100 296 62M444 230C390 190 360 160 330 130M442 190C410 160 380 130 352 106M436 150C410 120 390 104 370 86', dark, 6, 'opacity=".6"')}${line('M204 214C258 176 322 124 360 68', light, 4, 'opacity=".7"')}</g>` +
        path('M292 190L320 158L348 190Q320 174 292 190Z', tone(color, -0.45)),
    };
  }
  if (kind === 'pagri') {
    let dots = '';
    for (let i = 0; i < 26; i += 1)
      dots += oval(212 + ((i * 47) % 220), 96 + ((i * 31) % 110), 5, 5, '#fbe6b0', 'opacity=".85"');
    const d = 'M196 236C170 160 230 84 322 84C414 84 472 160 444 236C400 190 240 190 196 236Z';
    return {
      behind: path('M410 190C470 240 470 340 452 430L420 440C432 350 420 280 396 230Z', dark),
      front:
        path(d, color) +
        `<g ${art.clip(d)}>${dots}${line('M186 210C260 140 360 130 452 190M190 176C260 116 340 100 446 150M214 134C270 96 330 88 400 104', dark, 9, 'opacity=".7"')}${line('M188 226C250 168 390 164 452 226', light, 10)}</g>` +
        line('M200 230C260 186 380 186 440 230', dark, 14),
    };
  }
  if (kind === 'topi' || kind === 'kullu') {
    const band =
      kind === 'kullu'
        ? path(
            'M218 200Q320 150 422 200L418 158Q320 112 222 158Z',
            art.linear(['#b23a1f', '#e3a008', '#1c6b3c'], true),
          ) + line('M222 190Q320 142 418 190', '#f6ecd2', 4, 'stroke-dasharray="10 8"')
        : '';
    const base = kind === 'kullu' ? '#8a7f70' : '#faf6ec';
    return {
      behind: '',
      front:
        path(
          'M216 204C222 130 262 92 330 86C386 92 420 130 424 204Q320 150 216 204Z',
          art.linear([tone(base, 0.2), tone(base, -0.12)]),
        ) +
        band +
        line('M218 203Q320 151 422 203', tone(base, -0.3), 5),
    };
  }
  if (kind === 'skullcap')
    return {
      behind: '',
      front:
        path('M224 196C236 116 404 116 416 196Q320 152 224 196Z', '#f6f1e4') +
        line(
          'M226 192Q320 150 414 192M246 160Q320 126 394 160M320 134V164M272 140V176M368 140V176',
          '#cfc4a8',
          4,
        ),
    };
  if (kind === 'gamcha') {
    let checks = '';
    for (let i = 0; i < 9; i += 1)
      checks += `M${190 + i * 32} 70V260M180 ${90 + i * 20}Q320 ${50 + i * 20} 460 ${90 + i * 20}`;
    const d = 'M206 248C184 150 246 92 322 90C396 92 456 150 434 248C400 196 240 196 206 248Z';
    return {
      behind: path(
        'M420 220C470 250 476 330 462 380L430 372C440 320 430 280 410 246Z',
        tone('#f3e9d2', -0.1),
      ),
      front:
        path(d, '#f6ecd6') +
        `<g ${art.clip(d)}>${line(checks, '#b23a1f', 5, 'opacity=".65"')}</g>` +
        line('M208 244C250 198 390 198 432 244', '#b23a1f', 10),
    };
  }
  if (kind === 'pallu' || kind === 'scarf') {
    const border = kind === 'pallu' ? '#e3b23a' : light;
    return {
      behind: path(
        'M186 300C170 130 250 76 322 74C394 76 472 130 454 300C452 380 470 440 500 500L140 500C170 440 188 380 186 300Z',
        dark,
      ),
      front:
        path(
          'M322 72C240 76 172 140 186 300C190 380 170 450 128 520L214 480C236 430 236 360 226 290C216 200 262 156 320 146C378 156 424 200 414 290C404 360 404 430 426 480L512 520C470 450 450 380 454 300C468 140 404 76 322 72Z',
          art.linear([light, color, tone(color, -0.12)]),
        ) +
        line(
          'M214 480C236 430 236 360 226 290C216 200 262 156 320 146C378 156 424 200 414 290C404 360 404 430 426 480',
          border,
          10,
        ) +
        line(
          'M200 300C196 200 240 120 320 104M206 420Q222 360 212 300M438 420Q420 360 430 300',
          dark,
          5,
          'opacity=".45"',
        ),
    };
  }
  if (kind === 'hijab') {
    return {
      behind: path(
        'M188 300C176 140 250 88 322 86C394 88 464 140 452 300C452 400 476 450 500 520H140C164 450 188 400 188 300Z',
        dark,
      ),
      front:
        path(
          'M322 84C240 88 176 150 188 300C192 400 214 440 236 466C170 470 110 510 90 620Q320 730 550 620C530 510 470 470 404 466C426 440 448 400 452 300C464 150 404 88 322 84ZM320 168C384 170 410 220 408 280C404 350 370 396 320 398C270 396 236 350 232 280C230 220 256 170 320 168Z',
          art.linear([light, color, tone(color, -0.14)]),
          'fill-rule="evenodd"',
        ) +
        line(
          'M250 470Q320 430 390 470M236 520Q320 470 420 500M200 560Q320 520 440 560',
          dark,
          6,
          'opacity=".45"',
        ),
    };
  }
  return { behind: '', front: '' };
}
