// Kernels, seeds and pulses for heaps, and the ears they grow on.
import { line, oval, path, tone } from './svg.ts';
import type { Item, ItemMaker } from './svg.ts';

export type KernelForm =
  | 'wheat'
  | 'rice'
  | 'paddy'
  | 'round'
  | 'maize'
  | 'lentil'
  | 'bean'
  | 'chickpea'
  | 'split'
  | 'cumin'
  | 'pepper'
  | 'nut'
  | 'pod'
  | 'clove'
  | 'leaf'
  | 'thread';

/** A single kernel, drawn about 100 units in half length so that it can also fill a close-up. */
export function kernel(form: KernelForm, color: string): ItemMaker {
  return (art): Item => {
    const tint = tone(color, art.rng.range(-0.12, 0.14));
    const make = (d: string, inside: string): Item => ({
      body: path(d, art.ball(tint, 0.35, -0.34)) + inside,
      outline: `<path d="${d}"/>`,
    });
    const circle = (rx: number, ry: number): string =>
      `M${-rx} 0A${rx} ${ry} 0 1 1 ${rx} 0A${rx} ${ry} 0 1 1 ${-rx} 0Z`;
    const shine = oval(-24, -24, 20, 9, '#fffbee', 'opacity=".5" transform="rotate(-30 -24 -24)"');
    if (form === 'wheat')
      return make(
        'M-100 0C-80 -44 50 -54 100 -6C96 22 40 52 -20 48C-64 44 -92 24 -100 0Z',
        line('M-84 6Q10 18 88 -2', tone(tint, -0.42), 7, 'opacity=".8"') + shine,
      );
    if (form === 'rice')
      return make(
        'M-104 4C-70 -30 50 -34 104 -4C70 30 -60 34 -104 4Z',
        oval(-10, -9, 60, 6, '#ffffff', 'opacity=".6"'),
      );
    if (form === 'paddy')
      return make(
        'M-108 6C-60 -38 60 -38 112 -8C70 34 -60 36 -108 6Z',
        line(
          'M-96 4Q0 -12 100 -8M-80 16Q0 12 80 6M-80 -8Q-10 -28 70 -20',
          tone(tint, -0.35),
          4,
          'opacity=".6"',
        ) + line('M108 -8Q128 -16 140 -28', tone(tint, -0.2), 4),
      );
    if (form === 'cumin')
      return make(
        'M-106 4C-60 -30 50 -32 106 -4C60 28 -60 30 -106 4Z',
        line('M-98 2Q0 -10 98 -4M-84 12Q0 8 84 6M-84 -8Q0 -24 80 -14', tone(tint, 0.35), 5) +
          line('M104 -4L126 -14', tone(tint, -0.2), 5),
      );
    if (form === 'maize')
      return make(
        'M-70 -60C-30 -88 40 -84 72 -56C92 -10 60 60 24 90C4 100 -14 98 -30 84C-70 40 -90 -10 -70 -60Z',
        oval(-4, 78, 24, 16, '#fbf0cd') + oval(-20, -40, 26, 12, '#fffbe6', 'opacity=".55"'),
      );
    if (form === 'lentil')
      return make(circle(96, 82), oval(-10, -12, 62, 48, tone(tint, 0.22), 'opacity=".7"') + shine);
    if (form === 'bean')
      return make(
        'M-96 -6C-92 -62 -20 -66 14 -48C50 -66 104 -40 98 12C92 60 30 66 -20 58C-66 56 -100 40 -96 -6Z',
        oval(12, -42, 18, 8, '#f3e3c8') + shine,
      );
    if (form === 'chickpea')
      return make(
        'M-86 10C-92 -50 -30 -86 26 -74C46 -96 70 -80 72 -56C100 -20 84 60 20 82C-40 92 -82 60 -86 10Z',
        line('M40 -66Q-10 -20 -6 74M-70 -20Q-40 10 -44 60', tone(tint, -0.35), 5, 'opacity=".6"') + shine,
      );
    if (form === 'split')
      return make(
        'M-94 8A96 84 0 0 1 94 8C80 44 -80 44 -94 8Z',
        oval(0, 10, 92, 26, tone(tint, 0.26)) + shine,
      );
    if (form === 'pepper')
      return make(
        circle(90, 88),
        line(
          'M-60 -30Q-20 -6 -10 -60M-50 40Q0 0 60 30M20 -70Q30 -20 76 -14M-76 4Q-30 10 -24 66M24 76Q36 50 70 46',
          tone(tint, 0.32),
          6,
          'opacity=".6"',
        ) + shine,
      );
    if (form === 'nut')
      return make(
        'M-100 0C-98 -50 -40 -58 -4 -38C30 -58 100 -54 102 0C100 54 34 58 -2 40C-40 58 -98 52 -100 0Z',
        line(
          'M-80 -20Q0 -14 80 -20M-90 4Q0 10 92 4M-76 26Q0 24 78 26M-50 -40V40M-24 -34V36M20 -38V38M52 -44V42M76 -36V36',
          tone(tint, -0.34),
          3.4,
          'opacity=".55"',
        ) + shine,
      );
    if (form === 'pod')
      return make(
        'M-104 0C-60 -50 50 -50 104 -6C60 50 -50 52 -104 0Z',
        line(
          'M-98 0Q0 -20 100 -6M-90 10Q0 16 92 2M-70 22Q0 40 70 20',
          tone(tint, -0.32),
          5,
          'opacity=".65"',
        ) + oval(104, -6, 7, 5, tone(tint, -0.5)),
      );
    if (form === 'clove')
      return make(
        'M-100 -8L30 -14C50 -40 90 -40 96 0C90 40 50 40 30 14L-100 8Z',
        oval(70, -4, 26, 26, tone(tint, 0.3)) + line('M34 -16L20 -40M34 16L20 40', tint, 10),
      );
    if (form === 'leaf')
      return make(
        'M-104 6C-50 -34 60 -34 106 0C60 14 -40 40 -104 6Z',
        line('M-96 4Q0 -8 98 0', tone(tint, 0.3), 4),
      );
    if (form === 'thread')
      return make(
        'M-104 6C-30 -24 40 -20 84 -26C104 -34 108 0 88 2C40 4 -30 10 -104 12Z',
        line('M-90 4Q0 -10 80 -14', tone(tint, 0.3), 4),
      );
    return make(circle(92, 90), shine);
  };
}
