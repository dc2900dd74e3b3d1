import type { Message, SendResult } from '@upaj/contract/chat/messages';
import { errors } from '@upaj/contract/errors';
import { timings } from '@upaj/contract/limits';
import { ApiError } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import { watchSilence } from '#lib/silence.ts';
import type { Outgoing } from './outbox-store.ts';
import { sendLive } from '#chat/connection/presence.ts';

/** Longer than any line takes; what ends an upload earlier is silence. */
const longest = 30 * 60_000;

/** The same client id again is the same message, so sending twice is safe. */
export async function sendMessage(
  item: Outgoing,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<Message> {
  const params = { userId: item.receiverId };
  const words = { text: item.text, clientId: item.clientId };
  const body = { ...words, postId: item.post?._id };
  if (item.pictures.length === 0) {
    // Over the line that is open anyway: a call would carry ten times as many bytes about itself.
    const live = sendLive({ ...params, ...words, ...(item.post && { postId: item.post._id }) });
    if (live) return unwrap(await live);
    return (await api('POST /api/v1/messages/send/:userId', { params, body, signal })).newMessage;
  }
  const silence = watchSilence(timings.createPostTimeout, signal);
  try {
    const { newMessage } = await api('POST /api/v1/messages/send-pictures/:userId', {
      params,
      body,
      files: { images: item.pictures },
      signal: silence.signal,
      timeout: longest,
      onProgress: (sent) => {
        silence.hear();
        onProgress(sent);
      },
    });
    return newMessage;
  } finally {
    silence.stop();
  }
}

function unwrap(answer: SendResult): Message {
  if ('newMessage' in answer) return answer.newMessage;
  throw new ApiError({ ...answer, status: errors[answer.code].status, errors: [], requestId: '' });
}

export type Outcome =
  | { kind: 'refused'; code: string; message: string }
  /** Worth another try by itself; `after` in ms where the server named it. */
  | { kind: 'later'; after?: number; isTooFast?: boolean }
  | { kind: 'loggedOut' };

export function judgeFailure(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'later' };
  if (error.status === 401) return { kind: 'loggedOut' };
  if (error.status === 429) {
    return { kind: 'later', after: (error.retryAfterSeconds ?? 20) * 1_000, isTooFast: true };
  }
  if (error.status >= 500 || error.status === 408) {
    const seconds = error.retryAfterSeconds;
    return { kind: 'later', ...(seconds !== undefined && { after: seconds * 1_000 }) };
  }
  const [field] = error.errors;
  return { kind: 'refused', code: error.code, message: field?.message ?? error.message };
}
