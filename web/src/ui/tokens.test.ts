import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const [lightBlock = '', darkBlock = ''] = css.split("[data-theme='dark']");
const readTokens = (block: string) =>
  Object.fromEntries(
    [...block.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
const light = readTokens(lightBlock);
const palettes = { light, dark: { ...light, ...readTokens(darkBlock) } };

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['paper', 'card', 'leaf-wash', 'haldi-wash', 'mirch-wash'];
const texts = [
  ...['ink', 'soft'].flatMap((text) => grounds.map((ground) => [text, ground])),
  ...['paper', 'card', 'leaf-wash'].map((ground) => ['leaf', ground]),
  ...['paper', 'card', 'mirch-wash'].map((ground) => ['mirch', ground]),
  ...['paper', 'card'].map((ground) => ['sky', ground]),
  ['on-leaf', 'leaf'],
  ['on-haldi', 'haldi'],
  ['on-mirch', 'mirch'],
  ['on-bar', 'leaf-deep'],
];
const outlines = [
  ['edge', 'paper'],
  ['edge', 'card'],
  ['sky', 'card'],
  ['haldi', 'leaf-deep'],
];

describe.each(Object.entries(palettes))('the %s palette', (_, palette) => {
  it.each(texts)('%s can be read on %s', (text, ground) => {
    expect(contrast(palette[text!]!, palette[ground!]!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(outlines)('%s can be seen on %s', (line, ground) => {
    expect(contrast(palette[line!]!, palette[ground!]!)).toBeGreaterThanOrEqual(3);
  });
});
