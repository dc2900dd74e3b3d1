import type { Message, SendResult } from '@upaj/contract/chat/messages';
import type { Offer } from '@upaj/contract/deals/offers';
import { errors } from '@upaj/contract/errors';
import { timings } from '@upaj/contract/limits';
import { ApiError } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import { watchSilence } from '#lib/silence.ts';
import type { Failure, Outgoing, OutgoingOffer } from './queue-store.ts';
import { sendLive } from '#chat/presence.ts';

/** In ms. An upload without progress ends earlier, see `silence`. */
const longest = 30 * 60_000;

/** The call can be repeated, because the server recognizes the client id. */
export async function sendMessage(
  item: Outgoing,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<Message> {
  const params = { userId: item.receiverId };
  const content = { text: item.text, clientId: item.clientId };
  const body = { ...content, postId: item.post?._id, wantedId: item.wanted?._id };
  if (item.photos.length === 0) {
    // A message over the open socket carries no HTTP headers, so it is faster than a call.
    const live = sendLive({ ...params, ...content, ...idsOf(item) });
    if (live) return unwrap(await live);
    return (await api('POST /api/v1/messages/send/:userId', { params, body, signal })).newMessage;
  }
  const silence = watchSilence(timings.createPostTimeout, signal);
  try {
    const { newMessage } = await api('POST /api/v1/messages/send-pictures/:userId', {
      params,
      body,
      files: { images: item.photos },
      signal: silence.signal,
      timeout: longest,
      onProgress: (sent) => {
        silence.reset();
        onProgress(sent);
      },
    });
    return newMessage;
  } finally {
    silence.stop();
  }
}

/**
 * The call can be repeated, because the server recognizes the client id of an offer and the version that a response is
 * about.
 */
export async function sendOffer(offer: OutgoingOffer, clientId: string, signal: AbortSignal): Promise<Offer> {
  if (offer.action === 'offer') {
    const { postId, wantedId, terms } = offer;
    const body = { ...terms, postId, clientId, ...(wantedId && { wantedId }) };
    return (await api('POST /api/v1/offers', { body, signal })).data;
  }
  const { action, offerId, version } = offer;
  const call = { params: { offerId }, signal };
  if (action === 'counter') {
    const body = { ...offer.terms, version };
    return (await api('POST /api/v1/offers/:offerId/counter', { ...call, body })).data;
  }
  if (action === 'accept') {
    const { acceptsShortage } = offer;
    const body = { version, ...(acceptsShortage && { acceptsShortage }) };
    return (await api('POST /api/v1/offers/:offerId/accept', { ...call, body })).data;
  }
  return (await api(`POST /api/v1/offers/:offerId/${action}`, { ...call, body: { version } })).data;
}

function idsOf({ post, wanted }: Outgoing) {
  return { ...(post && { postId: post._id }), ...(wanted && { wantedId: wanted._id }) };
}

function unwrap(answer: SendResult): Message {
  if ('newMessage' in answer) return answer.newMessage;
  throw new ApiError({ ...answer, status: errors[answer.code].status, errors: [], requestId: '' });
}

export type Outcome =
  | ({ kind: 'refused' } & Failure)
  /** The queue tries again by itself: after `after` ms, if the server named a time. */
  | { kind: 'later'; after?: number; isTooFast?: boolean }
  | { kind: 'loggedOut' };

/**
 * An offer above the rate limit is refused, not sent later: the limit is per hour, so the offer would hold up the
 * messages after it.
 */
export function judgeFailure(error: unknown, isOffer = false): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'later' };
  if (error.status === 401) return { kind: 'loggedOut' };
  if (error.status === 429 && !isOffer) {
    return { kind: 'later', after: (error.retryAfterSeconds ?? 20) * 1_000, isTooFast: true };
  }
  if (error.status >= 500 || error.status === 408) {
    const seconds = error.retryAfterSeconds;
    return { kind: 'later', ...(seconds !== undefined && { after: seconds * 1_000 }) };
  }
  const [field] = error.errors;
  const { offer, left } = (error.response ?? {}) as { offer?: Offer; left?: string };
  return { kind: 'refused', code: error.code, message: error.message, error: field, offer, left };
}
