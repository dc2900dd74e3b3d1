import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { fieldMessages } from '#test/texts.ts';
import { imageVariant, photoWidths } from '@upaj/contract/limits';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { storedFiles, tableRows } from '#test/app.ts';
import { appForTests } from '#test/hooks.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, photo, postFields, toForm, type Person } from '#test/factories.ts';
import { findLeftovers } from '#test/leftovers.ts';

const create = 'POST /api/v1/post/create-post';

const app = appForTests();
let farmer: Person;
beforeAll(async () => {
  farmer = await addPerson(app.url);
});

async function post(images: Blob[]) {
  return (await farmer.client.call(create, { form: toForm(postFields(), { images }) })).data;
}

describe('a stored photo', () => {
  test('has three widths without location metadata', async () => {
    const { images, imageInfo } = await post([await photo({ width: 2600, height: 1950, hasGps: true })]);
    expect(imageInfo).toMatchObject([{ width: 1280, height: 960 }]);
    expect(Buffer.from(imageInfo[0]?.thumbhash ?? '', 'base64').length).toBeGreaterThan(10);
    for (const width of photoWidths) {
      const file = imageVariant(images[0] ?? '', width).replace('/media/', '');
      const bytes = await readFile(join(app.dataDir, 'media', file));
      const { exif, xmp, iptc, icc, ...metadata } = await sharp(bytes).metadata();
      expect({ exif, xmp, iptc, icc }).toEqual({});
      expect(bytes.includes('Exif')).toBe(false);
      expect(metadata).toMatchObject({ format: 'webp', width });
    }
  });

  test('is upright and never enlarged', async () => {
    const sideways = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#c25e12' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { images, imageInfo } = await post([new Blob([new Uint8Array(sideways)])]);
    expect(imageInfo).toMatchObject([{ width: 100, height: 200 }]);
    const small = await readFile(join(app.dataDir, imageVariant(images[0] ?? '', 320)));
    expect(await sharp(small).metadata()).toMatchObject({ width: 100, height: 200 });
  });

  test('is cached for a year with its content type', async () => {
    const { images } = await post([await photo()]);
    const { status, headers } = await fetch(app.url + images[0]);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each([
    '..%2fsecret-key',
    '%2e%2e/secret-key',
    'x.webp',
    `${'0'.repeat(32)}-320.webp`,
    `${'0'.repeat(32)}-320.svg`,
  ])('is not found as %s', async (name) => {
    expect((await fetch(`${app.url}/media/${name}`)).status).toBe(404);
  });
});

function pixelBomb(side = 40_000, kind = [8, 0, 0, 0, 0]): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  size.set(kind, 8);
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const pixels = deflateSync(Buffer.alloc((side + 1) * 20));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('invalid uploads', () => {
  const file = (content: string | Buffer, name = 'photo.jpg') =>
    new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type: 'image/jpeg' });

  const cases: [string, () => Promise<File[]>, string, number][] = [
    [
      'an SVG named .jpg',
      async () => [file('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      fieldMessages.imageInvalid,
      422,
    ],
    ['a ZIP named .jpg', async () => [file('PK\x03\x04 not a photo')], fieldMessages.imageInvalid, 422],
    ['a web page', async () => [file('<script>alert(1)</script>')], fieldMessages.imageInvalid, 422],
    ['an empty file', async () => [file('')], fieldMessages.imageInvalid, 422],
    [
      'the head of a JPEG alone',
      async () => [file(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))],
      fieldMessages.imageInvalid,
      422,
    ],
    ['half a JPEG', async () => [file(await halfAPhoto())], fieldMessages.imageInvalid, 422],
    ['40,000 × 40,000 pixels', async () => [file(pixelBomb())], fieldMessages.imageTooManyPixels, 422],
    [
      'a PNG of 36 megapixels that is decoded as a whole',
      async () => [file(pixelBomb(6000, [16, 6, 0, 0, 1]))],
      fieldMessages.imageTooHeavy,
      422,
    ],
    [
      'a good one, then a bad one',
      async () => [await goodFile(), file('GIF89a?')],
      fieldMessages.imageInvalid,
      422,
    ],
    ['eleven', () => Promise.all(Array.from({ length: 11 }, goodFile)), fieldMessages.imagesTooMany, 422],
    ['11 MB', async () => [file(Buffer.alloc(11 * 1024 * 1024, 1))], fieldMessages.imageTooLarge, 422],
    ['none', async () => [], fieldMessages.imagesRequired, 422],
  ];
  const goodFile = async () => file(Buffer.from(await (await photo()).arrayBuffer()));
  const halfAPhoto = async () => {
    const whole = Buffer.from(await (await photo({ width: 800, height: 600 })).arrayBuffer());
    return whole.subarray(0, whole.length / 2);
  };

  test.each(cases)('%s is refused and not stored', async (_, make, message, statusCode) => {
    // Rows of earlier work are written first, so that they do not change the count: events, and when people were seen.
    await app.services.outbox.deliver();
    await app.services.lastSeen.write();
    const before = [await storedFiles(app), (await tableRows(app)).length];
    const failure = await farmer.client.fail(create, {
      form: toForm(postFields(), { images: await make() }),
    });
    expect(failure).toMatchObject({ statusCode, message, errors: [{ field: 'images' }] });
    expect([await storedFiles(app), (await tableRows(app)).length]).toEqual(before);
  });

  test('refuse a file in a text field and text in a file field', async () => {
    const title = [await goodFile()];
    const { title: _, ...fields } = postFields();
    expect(await farmer.client.fail(create, { form: toForm(fields, { title }) })).toMatchObject({
      statusCode: 422,
      errors: [{ field: 'title' }],
    });
    for (const images of [[], [await goodFile()]]) {
      const form = toForm(postFields());
      form.append('images', 'text');
      for (const image of images) form.append('images', image);
      expect(await farmer.client.fail(create, { form })).toMatchObject({
        statusCode: 422,
        errors: [{ field: 'images', message: fieldMessages.imageInvalid }],
      });
    }
  });
});

test('afterwards disk and database agree, and no upload is left', async () => {
  const find = () => findLeftovers(app.database.db, app.dataDir);
  await expect.poll(find).toEqual([]);
});

test('a deleted photo is seen by no one at once, and its files stay for seven days', async () => {
  const { images, _id } = await post([await photo()]);
  const before = await storedFiles(app);
  await farmer.client.call('DELETE /api/v1/post/:postId', { params: { postId: _id } });
  for (const client of [farmer.client, new TestClient(app.url)])
    expect((await client.fetch(images[0] ?? '')).status).toBe(404);
  const day = 24 * 60 * 60_000;
  await app.services.media.sweep(-6.9 * day);
  expect(await storedFiles(app)).toEqual(before);
  await app.services.media.sweep(-7 * day);
  expect(await storedFiles(app)).toHaveLength(before.length - photoWidths.length);
});

test('removes what a dead request left behind', async () => {
  const before = await storedFiles(app);
  const { client, account } = await addPerson(app.url);
  const { data } = await client.call(create, { form: toForm(postFields(), { images: [await photo()] }) });
  const name = /[0-9a-f]{32}/.exec(data.images[0] ?? '')?.[0] ?? '';
  await app.database.db.deleteFrom('posts').where('author_id', '=', account._id).execute();
  await app.database.db.insertInto('unclaimed_media').values({ name }).execute();
  await app.services.media.sweep();
  expect(await storedFiles(app)).toHaveLength(before.length + 3);
  await app.services.media.sweep(-1000);
  expect(await storedFiles(app)).toEqual(before);
});
