import type { Post } from '@upaj/contract/posts';
import { timings } from '@upaj/contract/limits';
import { postFormSchema } from '@upaj/contract/posts';
import { api } from '#lib/api.ts';
import { isApiError } from '#lib/api-errors.ts';
import { watchSilence } from '#lib/silence.ts';
import type { Draft, FormContent } from './draft.ts';
import { plainValues, valuesOf, type PostFormValues } from './form-values.ts';
import { filesOf } from './photo.ts';

/** Longer than any line takes; what ends a call earlier is silence. */
const longest = 30 * 60_000;

type OnProgress = (sent: number) => void;
type Body = typeof postFormSchema._zod.input;

/**
 * Makes the post of a draft. A try whose answer got lost may have made it already: the same key then brings that
 * post, and what was changed since is put into it.
 */
export async function createPost(draft: Draft, content: FormContent, onProgress: OnProgress): Promise<Post> {
  const { idempotencyKey, isRetry, samePhotos } = await draft.beginSending(content);
  try {
    const { data: post } = await unlessSilent(onProgress, (options) =>
      api('POST /api/v1/post/create-post', {
        body: bodyOf(content.values),
        files: { images: filesOf(content.photos) },
        headers: { 'idempotency-key': idempotencyKey },
        ...options,
      }),
    );
    if (!isRetry || (samePhotos && isSaid(post, content.values))) return post;
    const { data } = await send(
      post._id,
      content,
      samePhotos ? undefined : imageOrderOf(content),
      onProgress,
    );
    return data;
  } catch (error) {
    if (isApiError(error) && error.status < 500) draft.noteRefusal();
    throw error;
  }
}

export async function editPost(postId: string, content: FormContent, onProgress: OnProgress): Promise<Post> {
  return (await send(postId, content, imageOrderOf(content), onProgress)).data;
}

function send(postId: string, content: FormContent, imageOrder: string | undefined, onProgress: OnProgress) {
  return unlessSilent(onProgress, (options) =>
    api('PATCH /api/v1/post/:postId', {
      params: { postId },
      body: { ...bodyOf(content.values), imageOrder },
      files: { images: imageOrder === undefined ? [] : filesOf(content.photos) },
      ...options,
    }),
  );
}

/** The gallery as the server reads it: the address of a picture that stays, `new` for the next file. */
function imageOrderOf({ photos }: FormContent): string {
  return photos.map((photo) => (photo.state === 'kept' ? photo.url : 'new')).join(',');
}

// The server reads the text itself, with the schema that has just found nothing wrong with it.
function bodyOf(values: PostFormValues): Body {
  return plainValues(values) as Body;
}

function isSaid(post: Post, values: PostFormValues): boolean {
  const said = (one: PostFormValues) => JSON.stringify(postFormSchema.safeParse(plainValues(one)).data);
  return said(valuesOf(post, 'en')) === said(values);
}

async function unlessSilent<T>(
  onProgress: OnProgress,
  call: (options: { signal: AbortSignal; timeout: number; onProgress: OnProgress }) => Promise<T>,
): Promise<T> {
  const silence = watchSilence(timings.createPostTimeout);
  try {
    return await call({
      signal: silence.signal,
      timeout: longest,
      onProgress: (sent) => {
        silence.hear();
        onProgress(sent);
      },
    });
  } finally {
    silence.stop();
  }
}
