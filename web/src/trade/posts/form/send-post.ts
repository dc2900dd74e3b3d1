import { timings } from '@upaj/contract/limits';
import type { Post, postFormSchema } from '@upaj/contract/trade/posts';
import { isApiError } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import { watchSilence } from '#lib/silence.ts';
import type { Draft, FormContent } from './draft.ts';
import { plainValues, valuesOf, type PostFormValues } from './form-values.ts';
import { filesOf } from './photo.ts';

/** An upload may take half an hour, in ms, because one without progress is ended earlier, see `watchSilence`. */
const longest = 30 * 60_000;

export interface UploadOptions {
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

type Body = typeof postFormSchema._zod.input;

/** Sends every attempt with the same key. If an earlier attempt created the post, this one updates it. */
export async function createPost(draft: Draft, content: FormContent, options: UploadOptions): Promise<Post> {
  const { idempotencyKey, isRetry, samePhotos } = await draft.beginSending(content);
  const post = await make(content, idempotencyKey, options).catch((error: unknown) => {
    // A refused retry says nothing about the earlier attempt.
    if (!isRetry && isApiError(error) && error.status < 500) draft.noteRefusal();
    throw error;
  });
  if (!isRetry) return post;
  const check = await import('./check-post.ts').catch(() => undefined);
  if (samePhotos && check?.isSameForm(valuesOf(post, 'en'), content.values)) return post;
  return send(post._id, content, samePhotos ? {} : { imageOrder: imageOrderOf(content) }, options);
}

/** Sends the quantity only if the seller changed it, because an offer accepted meanwhile may have reduced it. */
export function editPost(
  postId: string,
  content: FormContent,
  initial: FormContent,
  options: UploadOptions,
): Promise<Post> {
  const imageOrder = imageOrderOf(content);
  const isSame = content.values.quantity === initial.values.quantity;
  return send(postId, content, isSame ? { imageOrder, quantity: undefined } : { imageOrder }, options);
}

async function make(content: FormContent, idempotencyKey: string, options: UploadOptions): Promise<Post> {
  const { data } = await unlessSilent(options, (options) =>
    api('POST /api/v1/post/create-post', {
      body: bodyOf(content.values),
      files: { images: filesOf(content.photos) },
      headers: { 'idempotency-key': idempotencyKey },
      ...options,
    }),
  );
  return data;
}

async function send(
  postId: string,
  content: FormContent,
  changes: { imageOrder?: string; quantity?: undefined },
  options: UploadOptions,
): Promise<Post> {
  const { data } = await unlessSilent(options, (options) =>
    api('PATCH /api/v1/post/:postId', {
      params: { postId },
      body: { ...bodyOf(content.values), ...changes },
      files: { images: changes.imageOrder === undefined ? [] : filesOf(content.photos) },
      ...options,
    }),
  );
  return data;
}

/** Lists the address of each photo that stays, and `new` for each file to upload. */
function imageOrderOf({ photos }: FormContent): string {
  return photos.map((photo) => (photo.state === 'stored' ? photo.url : 'new')).join(',');
}

// The server parses the text itself, with the same schema.
function bodyOf(values: PostFormValues): Body {
  return plainValues(values) as Body;
}

async function unlessSilent<T>(
  { onProgress, signal }: UploadOptions,
  call: (options: UploadOptions & { timeout: number }) => Promise<T>,
): Promise<T> {
  const silence = watchSilence(timings.createPostTimeout, signal);
  try {
    return await call({
      signal: silence.signal,
      timeout: longest,
      onProgress: (sent) => {
        silence.reset();
        onProgress(sent);
      },
    });
  } finally {
    silence.stop();
  }
}
