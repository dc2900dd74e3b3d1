// What produce is sold in: crate, basket, sack, bowl, tray, pan scale, can, jar, pot.
import { at, line, oval, path, rect, smooth, tone } from './svg.ts';
import type { Art } from './svg.ts';

/** Soft ground shadow under an object that stands at (x, y). */
export function ground(art: Art, x: number, y: number, rx: number, ry: number, strength = 0.42): string {
  return oval(x, y, rx, ry, art.glow('#3a1d0a', strength));
}

/** Front of a slatted wooden crate; the heap goes behind it. The origin is the middle of the rim. */
export function crateFront(width: number, height: number, wood = '#c89558'): string {
  const half = width / 2;
  let out = '';
  const slats = 3;
  const gap = 12;
  const slat = (height - gap * (slats - 1)) / slats;
  out += path(
    `M${-half + 10} 6L${half - 10} 6L${half - 16} ${height}L${-half + 16} ${height}Z`,
    tone(wood, -0.62),
  );
  for (let i = 0; i < slats; i += 1) {
    const y = i * (slat + gap);
    out += rect(-half, y, width, slat, i % 2 ? tone(wood, -0.06) : wood, 5);
    out += line(
      `M${-half + 30} ${y + slat * 0.34}H${half - 120}M${-half + 150} ${y + slat * 0.68}H${half - 40}`,
      tone(wood, -0.2),
      2.4,
      'opacity=".6"',
    );
    out += rect(-half, y, width, 6, tone(wood, 0.3), 3, 'opacity=".7"');
  }
  for (const x of [-half, half - 46]) {
    out +=
      rect(x, -14, 46, height + 20, tone(wood, -0.14), 5) +
      rect(x, -14, 12, height + 20, tone(wood, 0.16), 5, 'opacity=".5"');
    for (let i = 0; i < slats; i += 1)
      out += oval(x + 23, i * (slat + gap) + slat / 2, 4.5, 4.5, tone(wood, -0.6));
  }
  return out;
}

export function crateBack(width: number, wood = '#c89558'): string {
  return (
    path(
      `M${-width / 2 + 6} 10L${-width / 2 + 40} -78H${width / 2 - 40}L${width / 2 - 6} 10Z`,
      tone(wood, -0.5),
    ) + rect(-width / 2 + 34, -90, width - 68, 22, tone(wood, -0.22), 5)
  );
}

/** Woven basket; the origin is the middle of the rim. */
export function basketFront(art: Art, width: number, height: number, cane = '#c9924a'): string {
  const half = width / 2;
  const d = `M${-half} 0C${-half + 10} ${height * 0.62} ${-half * 0.8} ${height} ${-half * 0.58} ${height}H${half * 0.58}C${half * 0.8} ${height} ${half - 10} ${height * 0.62} ${half} 0Q0 ${height * 0.26} ${-half} 0Z`;
  let weave = '';
  const rows = 7;
  const columns = Math.round(width / 52);
  for (let row = 0; row < rows; row += 1) {
    for (let i = -1; i <= columns; i += 1) {
      const x = -half + (i + (row % 2 ? 0.5 : 0)) * 52;
      const y = (row * height) / rows + height * 0.2 * (1 - (x / half) ** 2) + 2;
      weave +=
        rect(x + 3, y, 46, height / rows - 4, (row + i) % 2 ? tone(cane, 0.14) : cane, 11) +
        rect(x + 3, y + height / rows - 13, 46, 7, tone(cane, -0.3), 4, 'opacity=".55"');
    }
  }
  const rim = `M${-half - 12} -6Q0 ${height * 0.28} ${half + 12} -6`;
  return (
    path(d, tone(cane, -0.45)) +
    `<g ${art.clip(d)}>${weave}${rect(-half, 0, width, height, art.linear(['#3a1d0a00', '#3a1d0a66'].map((c) => c.slice(0, 7))), 0, 'opacity="0"')}${oval(half * 0.8, height * 0.7, half * 0.7, height, art.glow('#2b1408', 0.5))}</g>` +
    line(rim, tone(cane, -0.4), 30) +
    line(rim, tone(cane, 0.05), 23) +
    line(rim, tone(cane, 0.35), 6, 'stroke-dasharray="22 18"')
  );
}

export function basketBack(width: number, cane = '#c9924a'): string {
  return (
    oval(0, -6, width / 2 + 10, width * 0.13, tone(cane, -0.55)) +
    line(
      `M${-width / 2 - 10} -6A${width / 2 + 10} ${width * 0.13} 0 0 1 ${width / 2 + 10} -6`,
      tone(cane, -0.12),
      22,
    )
  );
}

/** Open jute sack with a rolled rim; the origin is the middle of the opening. */
export function sackFront(art: Art, width: number, height: number, jute = '#c7a36a', label = ''): string {
  const half = width / 2;
  const d = `M${-half} 0C${-half * 1.06} ${height * 0.3} ${-half * 1.22} ${height * 0.6} ${-half * 1.12} ${height * 0.94}Q${-half * 1.08} ${height} ${-half * 0.94} ${height}H${half * 0.94}Q${half * 1.08} ${height} ${half * 1.12} ${height * 0.94}C${half * 1.22} ${height * 0.6} ${half * 1.06} ${height * 0.3} ${half} 0Q0 ${width * 0.2} ${-half} 0Z`;
  let weave = '';
  for (let i = -16; i <= 16; i += 1)
    weave += `M${(i * half) / 13} 0Q${(i * half) / 12} ${height * 0.5} ${(i * half) / 13} ${height}`;
  for (let i = 1; i < 20; i += 1)
    weave += `M${-half * 1.3} ${(i * height) / 20}Q0 ${(i * height) / 20 + 18} ${half * 1.3} ${(i * height) / 20}`;
  const folds = `M${-half * 0.7} ${height * 0.2}Q${-half * 0.86} ${height * 0.5} ${-half * 0.66} ${height * 0.86}M${half * 0.6} ${height * 0.18}Q${half * 0.8} ${height * 0.44} ${half * 0.7} ${height * 0.8}M${-half * 0.2} ${height * 0.84}Q0 ${height * 0.9} ${half * 0.24} ${height * 0.82}`;
  const rim = `M${-half - 8} -4Q0 ${width * 0.21} ${half + 8} -4`;
  return (
    path(d, art.linear([tone(jute, -0.1), tone(jute, 0.14), jute, tone(jute, -0.28)], true)) +
    `<g ${art.clip(d)}>${line(weave, tone(jute, -0.3), 1.6, 'opacity=".4"')}${line(folds, tone(jute, -0.36), 9, 'opacity=".35"')}${label}</g>` +
    line(rim, tone(jute, -0.34), 46) +
    line(rim, tone(jute, 0.06), 38) +
    line(`M${-half} -14Q0 ${width * 0.17} ${half} -14`, tone(jute, 0.34), 8, 'opacity=".8"')
  );
}

export function sackBack(width: number, jute = '#c7a36a'): string {
  return (
    oval(0, -4, width / 2 + 8, width * 0.115, tone(jute, -0.5)) +
    line(
      `M${-width / 2 - 6} -4A${width / 2 + 6} ${width * 0.115} 0 0 1 ${width / 2 + 6} -4`,
      tone(jute, -0.14),
      30,
    )
  );
}

/** A full, stitched bag standing up; emblem is drawn in the middle. The origin is the bottom middle. */
export function closedBag(art: Art, width: number, height: number, color: string, emblem = ''): string {
  const half = width / 2;
  const d = `M${-half * 0.86} ${-height}C${-half * 1.02} ${-height * 0.8} ${-half * 1.12} ${-height * 0.3} ${-half} -14Q${-half * 0.9} 0 ${-half * 0.7} 0H${half * 0.7}Q${half * 0.9} 0 ${half} -14C${half * 1.12} ${-height * 0.3} ${half * 1.02} ${-height * 0.8} ${half * 0.86} ${-height}Q0 ${-height + 20} ${-half * 0.86} ${-height}Z`;
  const ears = path(
    `M${-half * 0.86} ${-height}L${-half * 1.02} ${-height - 26}L${-half * 0.62} ${-height + 6}ZM${half * 0.86} ${-height}L${half * 1.02} ${-height - 26}L${half * 0.62} ${-height + 6}Z`,
    tone(color, -0.2),
  );
  return (
    ears +
    path(d, art.linear([tone(color, -0.12), tone(color, 0.2), color, tone(color, -0.26)], true)) +
    `<g ${art.clip(d)}>${line(`M${-half * 0.7} ${-height * 0.8}Q${-half * 0.9} ${-height * 0.4} ${-half * 0.72} -40M${half * 0.72} ${-height * 0.72}Q${half * 0.88} ${-height * 0.4} ${half * 0.66} -50M${-half * 0.3} -28Q0 -16 ${half * 0.3} -30`, tone(color, -0.36), 8, 'opacity=".3"')}${rect(-half * 1.2, -height * 0.24, width * 1.2, height * 0.05, tone(color, -0.34), 0, 'opacity=".5"')}</g>` +
    line(
      `M${-half * 0.8} ${-height + 24}Q0 ${-height + 44} ${half * 0.8} ${-height + 24}`,
      tone(color, -0.5),
      4,
      'stroke-dasharray="14 10"',
    ) +
    at(0, -height * 0.54, 1, 0, emblem)
  );
}

/** Bowl whose rim ellipse is centred on the origin. */
export function bowl(art: Art, width: number, color: string, fill: string): string {
  const half = width / 2;
  const depth = width * 0.36;
  return (
    path(
      `M${-half} 0C${-half * 0.94} ${depth * 0.8} ${-half * 0.5} ${depth} ${-half * 0.36} ${depth}H${half * 0.36}C${half * 0.5} ${depth} ${half * 0.94} ${depth * 0.8} ${half} 0Z`,
      art.linear([tone(color, 0.25), color, tone(color, -0.34)], true),
    ) +
    rect(-half * 0.38, depth - 4, half * 0.76, width * 0.035, tone(color, -0.35), 8) +
    line(
      `M${-half * 0.86} ${depth * 0.42}Q0 ${depth * 0.72} ${half * 0.86} ${depth * 0.42}`,
      tone(color, 0.45),
      6,
      'opacity=".5"',
    ) +
    oval(0, 0, half, half * 0.27, tone(color, 0.28)) +
    oval(0, 4, half * 0.93, half * 0.225, fill)
  );
}

/** Steel milk can, bottom middle at the origin, about 420 high. */
export function milkCan(art: Art, steel = '#b9bdb8'): string {
  const shine = art.linear(
    [tone(steel, -0.42), tone(steel, 0.6), steel, tone(steel, -0.2), tone(steel, -0.5)],
    true,
  );
  return (
    line(
      'M-128 -270C-190 -260 -190 -170 -140 -160M128 -270C190 -260 190 -170 140 -160',
      tone(steel, -0.4),
      17,
    ) +
    path(
      'M-150 -18C-156 -100 -156 -180 -140 -226C-122 -270 -84 -284 -80 -320H80C84 -284 122 -270 140 -226C156 -180 156 -100 150 -18Q150 0 132 0H-132Q-150 0 -150 -18Z',
      shine,
    ) +
    path('M-96 -346H96L84 -314H-84Z', shine) +
    oval(0, -350, 98, 22, tone(steel, 0.3)) +
    path('M-80 -356C-70 -388 70 -388 80 -356Q0 -342 -80 -356Z', shine) +
    path('M-26 -378C-26 -410 26 -410 26 -378L14 -378C14 -396 -14 -396 -14 -378Z', tone(steel, -0.35)) +
    line('M-149 -40Q0 -20 149 -40M-143 -214Q0 -192 143 -214', tone(steel, -0.45), 5, 'opacity=".6"')
  );
}

/** Glass or jar with a filling; bottom middle at the origin. */
export function jar(
  art: Art,
  width: number,
  height: number,
  fill: string,
  lid: string,
  level = 0.86,
  cloth = false,
): string {
  const half = width / 2;
  const d = `M${-half * 0.78} ${-height}C${-half * 0.78} ${-height * 0.9} ${-half} ${-height * 0.9} ${-half} ${-height * 0.8}V-26Q${-half} 0 ${-half + 26} 0H${half - 26}Q${half} 0 ${half} -26V${-height * 0.8}C${half} ${-height * 0.9} ${half * 0.78} ${-height * 0.9} ${half * 0.78} ${-height}Z`;
  const top = -height * level;
  const cover = cloth
    ? path(
        `M${-half * 0.94} ${-height - 34}Q0 ${-height - 84} ${half * 0.94} ${-height - 34}L${half * 1.12} ${-height + 22}Q${half * 0.8} ${-height + 4} ${half * 0.56} ${-height + 26}Q${half * 0.2} ${-height + 6} 0 ${-height + 26}Q${-half * 0.3} ${-height + 4} ${-half * 0.56} ${-height + 26}Q${-half * 0.84} ${-height + 4} ${-half * 1.12} ${-height + 22}Z`,
        lid,
      ) +
      line(
        `M${-half * 0.86} ${-height - 14}Q0 ${-height + 6} ${half * 0.86} ${-height - 14}`,
        tone(lid, -0.5),
        7,
      )
    : rect(
        -half * 0.86,
        -height - 46,
        half * 1.72,
        54,
        art.linear([tone(lid, -0.2), tone(lid, 0.3), lid, tone(lid, -0.35)], true),
        10,
      ) + line(`M${-half * 0.8} ${-height - 14}H${half * 0.8}`, tone(lid, -0.4), 3, 'opacity=".6"');
  return (
    path(d, '#f3f1e4', 'opacity=".75"') +
    `<g ${art.clip(d)}>${rect(-half, top, width, -top, art.linear([tone(fill, -0.16), tone(fill, 0.16), fill, tone(fill, -0.28)], true))}${oval(0, top, half, half * 0.13, tone(fill, 0.3))}${rect(-half * 0.74, -height * 0.84, half * 0.2, height * 0.7, '#ffffff', 12, 'opacity=".38"')}${rect(half * 0.62, -height * 0.7, half * 0.1, height * 0.5, '#ffffff', 8, 'opacity=".25"')}</g>` +
    line(d, tone('#d9d6c5', -0.1), 4, 'opacity=".8"') +
    cover
  );
}

export function tumbler(art: Art, width: number, height: number, fill: string): string {
  const half = width / 2;
  const d = `M${-half} ${-height}L${-half * 0.76} -14Q${-half * 0.74} 0 ${-half * 0.6} 0H${half * 0.6}Q${half * 0.74} 0 ${half * 0.76} -14L${half} ${-height}Z`;
  return (
    path(d, '#f4f2e8', 'opacity=".7"') +
    `<g ${art.clip(d)}>${rect(-half, -height * 0.86, width, height, art.linear([tone(fill, -0.14), fill, tone(fill, -0.2)], true))}${oval(0, -height * 0.86, half, half * 0.16, tone(fill, 0.5))}${path(`M${-half * 0.8} ${-height}L${-half * 0.62} -20L${-half * 0.46} -20L${-half * 0.56} ${-height}Z`, '#ffffff', 'opacity=".45"')}</g>` +
    oval(0, -height, half, half * 0.16, 'none', 'stroke="#dedbcb" stroke-width="5"')
  );
}

/** Round-bellied clay or brass pot, bottom middle at the origin, about 300 wide. */
export function pot(art: Art, color: string, fill: string): string {
  return (
    path(
      'M-96 -244C-90 -214 -150 -190 -158 -118C-162 -44 -90 0 0 0C90 0 162 -44 158 -118C150 -190 90 -214 96 -244Z',
      art.linear([tone(color, -0.15), tone(color, 0.3), color, tone(color, -0.4)], true),
    ) +
    oval(0, -246, 112, 30, tone(color, 0.2)) +
    oval(0, -244, 94, 21, fill) +
    line('M-150 -150Q0 -112 150 -150M-157 -124Q0 -84 157 -124', tone(color, 0.45), 5, 'opacity=".6"') +
    oval(-70, -150, 20, 46, '#fff6e0', 'opacity=".22" transform="rotate(20 -70 -150)"')
  );
}

/** A gunny or cloth spread on the ground. */
export function cloth(width: number, height: number, color: string): string {
  const h = width / 2;
  return (
    path(
      smooth([
        [-h, height * 0.4],
        [-h * 0.7, -height * 0.2],
        [0, -height * 0.36],
        [h * 0.72, -height * 0.2],
        [h, height * 0.4],
        [h * 0.5, height * 0.66],
        [0, height * 0.56],
        [-h * 0.5, height * 0.68],
      ]),
      color,
    ) +
    line(
      `M${-h * 0.82} ${height * 0.36}Q0 ${height * 0.6} ${h * 0.82} ${height * 0.36}`,
      tone(color, -0.2),
      5,
      'opacity=".5"',
    )
  );
}
