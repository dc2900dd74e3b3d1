import { beforeAll, expect, test } from 'vitest';
import { TestClient } from '#test/client.ts';
import { addPerson, addPost, photo, postFields, toForm, type Person } from '#test/factories.ts';
import { appForTests } from '#test/hooks.ts';

const mediaUrl = 'https://photos.example/upaj';

const app = appForTests({ env: { mediaUrl } });
let farmer: Person;
let merchant: Person;
beforeAll(async () => {
  farmer = await addPerson(app.url);
  merchant = await addPerson(app.url, { userType: 'merchant' });
});

test('responses give public photos at MEDIA_URL, whose server gets them here', async () => {
  const { images, _id: postId } = await addPost(farmer);
  expect(images[0]).toMatch(/^https:\/\/photos\.example\/upaj\/media\/[0-9a-f]{32}-1280\.webp$/);
  const { data } = await merchant.client.call('GET /api/v1/post/:postId', { params: { postId } });
  expect(data.images).toEqual(images);
  const { status, headers } = await fetch(images[0]?.replace(mediaUrl, app.url) ?? '');
  expect(status).toBe(200);
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable, s-maxage=300');
  const page = await fetch(`${app.url}/docs/`);
  expect(page.headers.get('content-security-policy')).toContain(
    "img-src 'self' blob: data: https://photos.example;",
  );
});

test('photos of messages and of hidden posts stay at the server, which knows who may see them', async () => {
  const { newMessage } = await farmer.client.call('POST /api/v1/messages/send-pictures/:userId', {
    params: { userId: merchant.account._id },
    form: toForm({ text: '' }, { images: [await photo()] }),
  });
  expect(newMessage.images[0]).toMatch(/^\/media\//);
  const { _id: postId } = await addPost(farmer);
  await app.database.db.transaction().execute((trx) => app.services.takedown.hidePost(postId, trx));
  const edited = await farmer.client.call('PATCH /api/v1/post/:postId', {
    params: { postId },
    form: toForm(postFields(), { images: [await photo()] }),
  });
  const [, added = ''] = edited.data.images;
  expect(added).toMatch(/^\/media\//);
  expect((await new TestClient(app.url).fetch(added)).status).toBe(404);
});

test('an edit accepts the addresses that it was given', async () => {
  const { images, _id: postId } = await addPost(farmer, {}, 2);
  const imageOrder = images.toReversed().join(',');
  const params = { postId };
  const { data } = await farmer.client.call('PATCH /api/v1/post/:postId', {
    params,
    form: toForm({ ...postFields(), imageOrder }),
  });
  expect(data.images).toEqual(images.toReversed());
  const refused = await merchant.client.fail('PATCH /api/v1/post/:postId', {
    params,
    form: toForm({ ...postFields(), imageOrder }),
  });
  expect(refused.statusCode).toBe(403);
});
