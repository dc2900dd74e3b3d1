// Small drawing kit: seeded random numbers, colours, smooth paths and an Art sheet that collects <defs>.
export type Point = readonly [number, number];

export class Rng {
  private state: number;

  constructor(text: string) {
    let hash = 2166136261;
    for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
    this.state = hash >>> 0;
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  range(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** A number between -spread and +spread. */
  jitter(spread: number): number {
    return this.range(-spread, spread);
  }

  int(low: number, high: number): number {
    return Math.floor(this.range(low, high + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T;
  }
}

export function num(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function mix(from: string, to: string, share: number): string {
  const a = channels(from);
  const b = channels(to);
  const mixed = a.map((channel, i) => Math.round(channel + ((b[i] as number) - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Lighter towards warm paper when amount is positive, darker towards warm soil when it is negative. */
export function tone(hex: string, amount: number): string {
  return amount >= 0 ? mix(hex, '#fff7e3', amount) : mix(hex, '#2b1408', -amount);
}

export function distance(a: string, b: string): number {
  const x = channels(a);
  const y = channels(b);
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

/** A soft curve through the points (Catmull-Rom as cubic Béziers). */
export function smooth(points: readonly Point[], closed = true): string {
  const count = points.length;
  const at = (i: number): Point =>
    closed ? (points[(i + count) % count] as Point) : (points[Math.max(0, Math.min(count - 1, i))] as Point);
  let d = `M${num(at(0)[0])} ${num(at(0)[1])}`;
  const last = closed ? count : count - 1;
  for (let i = 0; i < last; i += 1) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    d += `C${num(p1[0] + (p2[0] - p0[0]) / 6)} ${num(p1[1] + (p2[1] - p0[1]) / 6)} `;
    d += `${num(p2[0] - (p3[0] - p1[0]) / 6)} ${num(p2[1] - (p3[1] - p1[1]) / 6)} ${num(p2[0])} ${num(p2[1])}`;
  }
  return closed ? `${d}Z` : d;
}

/** A closed outline from its right half, read from top to bottom. */
export function mirror(right: readonly Point[]): Point[] {
  const left = right
    .filter(([x]) => x > 0.01)
    .map(([x, y]): Point => [-x, y])
    .reverse();
  return [...right, ...left];
}

export function wobble(points: readonly Point[], rng: Rng, spread: number): Point[] {
  return points.map(([x, y]): Point => [x + rng.jitter(spread), y + rng.jitter(spread)]);
}

export interface LimbShape {
  length: number;
  bend: number;
  widths: readonly number[];
}

/** An elongated body lying along x, bent like a bow; offset and part cut out a stripe that follows it. */
export function limb(shape: LimbShape, offset = 0, thickness = 1, from = 0, to = 1): string {
  const steps = 14;
  const upper: Point[] = [];
  const lower: Point[] = [];
  for (let i = 0; i <= steps; i += 1) {
    const t = from + ((to - from) * i) / steps;
    const u = 2 * t - 1;
    const x = (u * shape.length) / 2;
    const y = shape.bend * (u * u - 0.4);
    const slope = (4 * shape.bend * u) / shape.length;
    const norm = Math.hypot(1, slope);
    const half = widthAt(shape.widths, t);
    const edge = thickness < 1 ? Math.sin((Math.PI * i) / steps) * thickness : thickness;
    const place = (side: number): Point => {
      const reach = half * (offset + side * edge);
      return [x - (slope / norm) * reach, y + reach / norm];
    };
    upper.push(place(-1));
    lower.push(place(1));
  }
  return smooth([...upper, ...lower.reverse()]);
}

export function limbPoint(shape: LimbShape, t: number): Point {
  const u = 2 * t - 1;
  return [(u * shape.length) / 2, shape.bend * (u * u - 0.4)];
}

function widthAt(widths: readonly number[], t: number): number {
  const scaled = Math.max(0, Math.min(1, t)) * (widths.length - 1);
  const i = Math.min(widths.length - 2, Math.floor(scaled));
  const share = (1 - Math.cos((scaled - i) * Math.PI)) / 2;
  return (widths[i] as number) * (1 - share) + (widths[i + 1] as number) * share;
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${more ? ` ${more}` : ''}/>`;
}

export function line(d: string, stroke: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${num(width)}" stroke-linecap="round" stroke-linejoin="round"${more ? ` ${more}` : ''}/>`;
}

export function oval(x: number, y: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" fill="${fill}"${more ? ` ${more}` : ''}/>`;
}

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
  more = '',
): string {
  return `<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"${radius ? ` rx="${num(radius)}"` : ''} fill="${fill}"${more ? ` ${more}` : ''}/>`;
}

export function at(x: number, y: number, scale: number, turn: number, content: string, flip = false): string {
  const size = scale === 1 && !flip ? '' : ` scale(${num2(flip ? -scale : scale)} ${num2(scale)})`;
  const spin = turn ? ` rotate(${num(turn)})` : '';
  return `<g transform="translate(${num(x)} ${num(y)})${spin}${size}">${content}</g>`;
}

export function num2(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** One drawing being made: its random numbers and everything that has to stand in <defs>. */
export class Art {
  readonly rng: Rng;
  private defs: string[] = [];
  private known = new Map<string, string>();

  constructor(seedText: string) {
    this.rng = new Rng(seedText);
  }

  private keep(prefix: string, build: (id: string) => string): string {
    const key = build('?');
    const found = this.known.get(key);
    if (found) return found;
    const id = `${prefix}${this.known.size}`;
    this.known.set(key, id);
    this.defs.push(build(id));
    return id;
  }

  /** Round light from the upper left. */
  ball(base: string, light = 0.28, dark = -0.3): string {
    const stops = `<stop offset="0" stop-color="${tone(base, light)}"/><stop offset=".5" stop-color="${base}"/><stop offset="1" stop-color="${tone(base, dark)}"/>`;
    return `url(#${this.keep('b', (id) => `<radialGradient id="${id}" cx=".4" cy=".36" r=".72" fx=".33" fy=".27">${stops}</radialGradient>`)})`;
  }

  linear(colors: readonly string[], horizontal = false): string {
    const stops = colors
      .map((color, i) => `<stop offset="${num2(i / (colors.length - 1))}" stop-color="${color}"/>`)
      .join('');
    const end = horizontal ? 'x2="1" y2="0"' : 'x2="0" y2="1"';
    return `url(#${this.keep('l', (id) => `<linearGradient id="${id}" x1="0" y1="0" ${end}>${stops}</linearGradient>`)})`;
  }

  /** A colour that fades out from the centre, for blush, glow and ground shadows. */
  glow(color: string, strength: number): string {
    const stops = `<stop offset="0" stop-color="${color}" stop-opacity="${num2(strength)}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/>`;
    return `url(#${this.keep('w', (id) => `<radialGradient id="${id}">${stops}</radialGradient>`)})`;
  }

  clip(d: string): string {
    return `clip-path="url(#${this.keep('c', (id) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`)})"`;
  }

  define(markup: string): string {
    return this.keep('d', (id) => `<g id="${id}">${markup}</g>`);
  }

  document(content: string, width = 1280, height = 960): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${this.defs.join('')}</defs>${content}</svg>`;
  }
}

/** One piece of produce around the origin, about 100 units in half extent. */
export interface Item {
  body: string;
  /** The same silhouette without fill, for shadows. */
  outline: string;
}

export type ItemMaker = (art: Art) => Item;
