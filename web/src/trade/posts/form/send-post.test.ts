import type { Post } from '@upaj/contract/trade/posts';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/api-errors.ts';
import type { Draft, FormContent } from './draft.ts';
import { emptyValues, placeOf, type PostFormValues } from './form-values.ts';
import { storedPhoto, type FormPhoto } from './photo.ts';
import { createPost, editPost } from './send-post.ts';

interface Sent {
  body: Record<string, unknown>;
  files: { images: File[] };
}
const api = vi.hoisted(() => vi.fn<(key: string, options: Sent) => Promise<{ data: Post }>>());
vi.mock('#lib/api.ts', () => ({ api }));

const place = { state: 'Punjab', district: 'Ludhiana', city: 'Khanna', village: 'Rampur', pincode: '141401' };
const values: PostFormValues = {
  ...emptyValues,
  ...place,
  title: 'Wheat',
  description: 'Clean',
  price: '31.50',
  category: 'Grains',
  cropType: 'गेहूं',
  quantity: '40',
  shelLife: '6 months',
  tags: 'fresh',
};
const post = {
  ...values,
  _id: 'p1',
  price: 31.5,
  originalPrice: null,
  cropType: 'Wheat',
  tags: ['fresh'],
  location: placeOf(place),
  specifications: { ...values, harvestDate: null },
} as unknown as Post;
const ready = (id: string): FormPhoto => ({ id, name: id, state: 'ready', file: new File([id], id) });
const line = { onProgress: () => {}, signal: new AbortController().signal };
const draftOf = (isRetry: boolean, samePhotos: boolean) =>
  ({ beginSending: async () => ({ idempotencyKey: 'key', isRetry, samePhotos }) }) as unknown as Draft;

beforeEach(() => {
  api.mockReset();
  api.mockResolvedValue({ data: post });
});

it('sends the new gallery after an edit', async () => {
  const photos = [ready('b'), storedPhoto('/media/a.webp'), ready('c')];
  await editPost('p1', { values, photos }, { values, photos: [] }, line);
  const [key, { body, files }] = api.mock.calls[0]!;
  expect(key).toBe('PATCH /api/v1/post/:postId');
  expect(body['imageOrder']).toBe('new,/media/a.webp,new');
  expect(files.images.map(({ name }) => name)).toEqual(['b', 'c']);
});

it('sends the quantity only when it was edited, because accepted offers reduce it', async () => {
  const photos = [storedPhoto('/media/a.webp')];
  for (const quantity of ['40', '50'])
    await editPost('p1', { values: { ...values, quantity }, photos }, { values, photos }, line);
  expect(api.mock.calls.map(([, { body }]) => body['quantity'])).toEqual([undefined, '50']);
});

it.each([
  ['the first try', draftOf(false, false), {}, 1, undefined],
  ['a retry that says the same', draftOf(true, true), {}, 1, undefined],
  ['a retry with another title', draftOf(true, true), { title: 'Better wheat' }, 2, undefined],
  ['a retry with other photos', draftOf(true, false), {}, 2, 'new'],
])('applies later changes to the post of an earlier attempt: %s', async (...row) => {
  const [, draft, change, calls, imageOrder] = row;
  const content: FormContent = { values: { ...values, ...change }, photos: [ready('a')] };
  await createPost(draft, content, line);
  expect(api).toHaveBeenCalledTimes(calls);
  const { body } = api.mock.calls.at(-1)![1];
  expect(body['imageOrder']).toBe(imageOrder);
  expect(body['cropType']).toBe('Wheat');
});

it('updates the post of an earlier attempt when the code that compares it does not load', async () => {
  vi.doMock('./check-post.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  try {
    expect(await createPost(draftOf(true, true), { values, photos: [ready('a')] }, line)).toEqual(post);
    expect(api.mock.calls.map(([key]) => key)).toEqual([
      'POST /api/v1/post/create-post',
      'PATCH /api/v1/post/:postId',
    ]);
  } finally {
    vi.doUnmock('./check-post.ts');
  }
});

it.each([
  ['the first try', false, 1],
  ['a retry, because the earlier one may have made the post', true, 0],
])('takes a refusal as “nothing was created” only for the first attempt: %s', async (_, isRetry, times) => {
  const failure = { code: 'TOO_MANY_REQUESTS', status: 429, message: '', errors: [], requestId: '' } as const;
  api.mockRejectedValue(new ApiError(failure));
  const noteRefusal = vi.fn<() => void>();
  const draft = { ...draftOf(isRetry, true), noteRefusal };
  await expect(createPost(draft, { values, photos: [] }, line)).rejects.toThrow(ApiError);
  expect(noteRefusal).toHaveBeenCalledTimes(times);
});
