import { timings } from '@upaj/contract/limits';
import type { Post } from '@upaj/contract/trade/posts';
import { postFormSchema } from '@upaj/contract/trade/posts';
import { isApiError } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import { watchSilence } from '#lib/silence.ts';
import type { Draft, FormContent } from './draft.ts';
import { plainValues, valuesOf, type PostFormValues } from './form-values.ts';
import { filesOf } from './photo.ts';

/** Longer than any line takes; what ends a call earlier is silence. */
const longest = 30 * 60_000;

export interface Line {
  /** 0…1 of what goes out. */
  onProgress: (sent: number) => void;
  /** Stops the sending. */
  signal: AbortSignal;
}

type Body = typeof postFormSchema._zod.input;

/**
 * Makes the post of a draft. A try whose answer got lost may have made it already: the same key then brings that
 * post, and what was changed since is put into it.
 */
export async function createPost(draft: Draft, content: FormContent, line: Line): Promise<Post> {
  const { idempotencyKey, isRetry, samePhotos } = await draft.beginSending(content);
  const post = await make(content, idempotencyKey, line).catch((error: unknown) => {
    // A refused retry says nothing about the earlier try.
    if (!isRetry && isApiError(error) && error.status < 500) draft.noteRefusal();
    throw error;
  });
  if (!isRetry || (samePhotos && isSaid(post, content.values))) return post;
  return send(post._id, content, samePhotos ? undefined : imageOrderOf(content), line);
}

export function editPost(postId: string, content: FormContent, line: Line): Promise<Post> {
  return send(postId, content, imageOrderOf(content), line);
}

async function make(content: FormContent, idempotencyKey: string, line: Line): Promise<Post> {
  const { data } = await unlessSilent(line, (options) =>
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
  imageOrder: string | undefined,
  line: Line,
): Promise<Post> {
  const { data } = await unlessSilent(line, (options) =>
    api('PATCH /api/v1/post/:postId', {
      params: { postId },
      body: { ...bodyOf(content.values), imageOrder },
      files: { images: imageOrder === undefined ? [] : filesOf(content.photos) },
      ...options,
    }),
  );
  return data;
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
  { onProgress, signal }: Line,
  call: (options: Line & { timeout: number }) => Promise<T>,
): Promise<T> {
  const silence = watchSilence(timings.createPostTimeout, signal);
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
