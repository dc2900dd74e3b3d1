import { beforeAll, beforeEach, expect, test } from 'vitest';
import sharp from 'sharp';
import { openPhotoDecoder } from '#src/platform/media/photo-decoder.ts';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, photo, postFields, registration, toForm, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';

const create = 'POST /api/v1/post/create-post';
const owners: string[] = [];
const decoder = openPhotoDecoder();
const app = appForTests({
  decoder: {
    ...decoder,
    decode: (input, widths, owner) => {
      owners.push(owner);
      return decoder.decode(input, widths, owner);
    },
  },
});
let member: Person;
let other: Person;
let bomb: Blob;
beforeAll(async () => {
  [member, other] = [await addPerson(app.url), await addPerson(app.url)];
  const pixels = sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#a61' } });
  bomb = new Blob([new Uint8Array(await pixels.jpeg({ progressive: true }).toBuffer())]);
});
beforeEach(() => {
  owners.length = 0;
});

const bombs = (count: number) => Array.from({ length: count }, () => bomb);

test('one photo that is none refuses the others before they are decoded', async () => {
  const tooLarge = new Blob([new Uint8Array(await largePng())]);
  for (const wrong of [new Blob(['not a photo']), tooLarge]) {
    const form = toForm(postFields(), { images: [...bombs(9), wrong] });
    expect(await member.client.send(create, { form })).toMatchObject({ status: 422 });
  }
  expect(owners).toEqual([]);
});

/** A PNG of 100 megapixels. */
function largePng(): Promise<Buffer> {
  return sharp({
    create: { width: 10_000, height: 10_000, channels: 3, background: '#000' },
    limitInputPixels: false,
  })
    .png()
    .toBuffer();
}

test('a form with other faults is refused before its photos are decoded', async () => {
  const form = toForm(postFields({ title: '' }), { images: bombs(10) });
  expect(await member.client.send(create, { form })).toMatchObject({ status: 422 });
  expect(owners).toEqual([]);
});

test('a post that may not be featured costs no decoding', async () => {
  const seller = await addPerson(app.url);
  const posts = [];
  for (let count = 0; count < 4; count += 1)
    posts.push(await addPost(seller, { isFeatured: String(count < 3) }));
  owners.length = 0;
  const form = () => toForm(postFields({ isFeatured: 'true' }), { images: bombs(10) });
  expect(await seller.client.send(create, { form: form() })).toMatchObject({
    body: { code: 'TOO_MANY_FEATURED' },
  });
  const params = { postId: posts[3]?._id ?? '' };
  const edit = async (imageOrder: string) => {
    const fields = postFields({ isFeatured: 'true', imageOrder });
    const edited = toForm(fields, { images: bombs(9) });
    return (await seller.client.send('PATCH /api/v1/post/:postId', { params, form: edited })).body;
  };
  expect(await edit(Array(9).fill('new').join(','))).toMatchObject({ code: 'TOO_MANY_FEATURED' });
  expect(await edit('/media/00000000000000000000000000000000-1280.webp')).toMatchObject({
    errors: [{ field: 'imageOrder' }],
  });
  expect(owners).toEqual([]);
});

test('a message about a post that is gone costs no decoding', async () => {
  const form = toForm({ text: 'Look', postId: '0190f3a0-0000-7000-8000-000000000000' }, { images: bombs(5) });
  const params = { userId: other.account._id };
  const sent = await member.client.send('POST /api/v1/messages/send-pictures/:userId', { params, form });
  expect(sent).toMatchObject({ body: { code: 'POST_NOT_FOUND' } });
  expect(owners).toEqual([]);
});

test('a second request for the badge costs no decoding', async () => {
  const ask = (images: Blob[]) =>
    member.client.send('POST /api/v1/verification', {
      form: toForm({ check: 'farm' }, { photo: images }),
    });
  expect((await ask([await photo()])).status).toBeLessThan(300);
  owners.length = 0;
  expect(await ask([bomb])).toMatchObject({ body: { code: 'TOO_MANY_VERIFICATIONS' } });
  expect(owners).toEqual([]);
});

test('a registration that is refused costs no decoding, and strangers share by network', async () => {
  const stranger = new TestClient(app.url);
  const headers = { 'x-forwarded-for': '2001:db8:1:2::3' };
  const form = toForm(registration({ email: member.account.email }), { avatar: [bomb] });
  expect((await stranger.send('POST /api/v1/users/register', { form, headers })).body).toMatchObject({
    code: 'EMAIL_TAKEN',
  });
  expect(owners).toEqual([]);
  const good = toForm(registration(), { avatar: [await photo()] });
  expect((await stranger.send('POST /api/v1/users/register', { form: good, headers })).status).toBe(201);
  expect(owners).toEqual(['2001:db8:1::/56']);
});
