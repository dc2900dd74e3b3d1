import { expect, it } from 'vitest';
import { isCutOff } from './cut-off.ts';

const bytesOf = (hex: string) =>
  Uint8Array.from(hex.match(/[0-9a-f]{2}/g) ?? [], (byte) => Number.parseInt(byte, 16));

// Its header holds a preview, which is a whole JPEG.
const jpeg = 'ffd8 ffe1000affd8ffda0002ffd9 ffda0003aa 010203ff00040506';
const png =
  '89504e470d0a1a0a 0000000d49484452 00000001000000010802000000907753de 000000024944415401020badcafe';
const movie = '0000001866747970ffd8';

it.each([
  ['a JPEG', `${jpeg}ffd9`, false],
  ['a JPEG with a film behind it', `${jpeg}ffd9${movie}`, false],
  ['a JPEG with bytes that fill the space before a header', `ffd8 ffff${jpeg.slice(5)}ffd9`, false],
  ['a JPEG without its end', jpeg, true],
  ['a JPEG that ends in its header', 'ffd8 ffe100ffffd8ffd9', true],
  ['a PNG', `${png}0000000049454e44ae426082`, false],
  ['a PNG without its end', png, true],
  ['a PNG that ends in its data', png.slice(0, -12), true],
  ['another format', '0000001866747970686569630000', false],
  ['an empty file', '', false],
])('%s: %s', async (_, hex, cutOff) => {
  expect(await isCutOff(new Blob([bytesOf(hex.replaceAll(' ', ''))]))).toBe(cutOff);
});
