import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPhotoDecoder } from '#src/platform/media/photo-decoder.ts';
import { addPerson, photo, postFields, toForm, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';

const create = 'POST /api/v1/post/create-post';
const app = appForTests();
const decoder = openPhotoDecoder();
let farmer: Person;
beforeAll(async () => {
  farmer = await addPerson(app.url);
});
afterAll(() => decoder.close());

const folder = new URL('../../../test/fixtures/photos/', import.meta.url);
const read = (name: string) => readFile(new URL(name, folder));
const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)]);

test.each([
  // Its colours are those of Display P3, as in photos of iPhones.
  ['camera.heic', { width: 640, height: 480 }, { left: 40, top: 40 }],
  // It is stored on its side, and is to be turned.
  ['camera.jxl', { width: 480, height: 640 }, { left: 440, top: 40 }],
])('%s is stored upright and in its colours', async (name, size, red) => {
  const form = toForm(postFields(), { images: [blob(await read(name))] });
  const { images, imageInfo } = (await farmer.client.call(create, { form })).data;
  expect(imageInfo).toMatchObject([size]);
  const stored = await readFile(join(app.dataDir, images[0] ?? ''));
  const spot = await sharp(stored)
    .extract({ ...red, width: 1, height: 1 })
    .raw()
    .toBuffer();
  const difference = [200, 60, 50].map((value, index) => Math.abs(value - (spot[index] ?? 0)));
  expect(Math.max(...difference)).toBeLessThan(6);
});

describe('limits hold', () => {
  test('before a JPEG XL photo is decoded', async () => {
    const check = decoder.check(await read('49-megapixels.jxl'), 'a');
    await expect(check).rejects.toMatchObject({ reason: 'imageTooHeavy' });
  });

  test('for a HEIC photo that takes more memory than its header promises', async () => {
    const untiled = await read('untiled.heic');
    await decoder.check(untiled, 'a');
    await expect(decoder.decode(untiled, [320], 'a')).rejects.toMatchObject({ reason: 'imageTooHeavy' });
  });

  test('for a HEIC photo whose header states another size', async () => {
    const lying = await read('untiled.heic');
    const size = lying.indexOf('ispe') + 8;
    lying.writeUInt32BE(640, size);
    lying.writeUInt32BE(480, size + 4);
    await expect(decoder.decode(lying, [320], 'a')).rejects.toThrow('image');
  });
});

const plain = () => sharp({ create: { width: 300, height: 200, channels: 3, background: '#c83' } });
const wholeFiles: [string, () => Promise<Buffer>][] = [
  ['JPEG', () => plain().jpeg().toBuffer()],
  ['progressive JPEG', () => plain().jpeg({ progressive: true }).toBuffer()],
  ['PNG', () => plain().png().toBuffer()],
  ['WebP', () => plain().webp().toBuffer()],
  ['GIF', () => plain().gif().toBuffer()],
  ['TIFF', () => plain().tiff().toBuffer()],
  ['AVIF', () => plain().avif({ effort: 0 }).toBuffer()],
  ['HEIC', () => read('camera.heic')],
  ['JPEG XL', () => read('camera.jxl')],
];

test.each(wholeFiles)('a cut-off %s is refused by its number', async (_, make) => {
  const whole = await make();
  await decoder.decode(whole, [320], 'a');
  // The last 12 bytes of a PNG only mark its end.
  for (const length of [whole.length * 0.5, whole.length * 0.9, whole.length - 16]) {
    const images = [await photo(), blob(whole.subarray(0, length)), await photo()];
    const failure = await farmer.client.fail(create, { form: toForm(postFields(), { images }) });
    expect(failure.errors).toMatchObject([{ field: 'images', key: 'imageInvalid', number: 2 }]);
  }
});

test('a HEIC file that ends within its photos is refused, although the decoder fills what is missing', async () => {
  const cut = await read('camera.heic');
  const size = cut.indexOf('mdat') - 4;
  cut.writeUInt32BE(cut.readUInt32BE(size) + 5_000, size);
  await expect(decoder.check(cut, 'a')).rejects.toMatchObject({ reason: 'imageInvalid' });
});

test('a photo that is too large is refused by its number', async () => {
  const images = [await photo(), blob(Buffer.alloc(11 * 1024 * 1024, 1))];
  const failure = await farmer.client.fail(create, { form: toForm(postFields(), { images }) });
  expect(failure.errors).toMatchObject([{ field: 'images', key: 'imageTooLarge', number: 2 }]);
});
