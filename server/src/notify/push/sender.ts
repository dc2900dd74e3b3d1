import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import webPush from 'web-push';
import type { PushPayload } from '@upaj/contract/notify/notifications';
import { publicLookup } from '#src/platform/http/public-addresses.ts';
import type { PushSubscription, VapidKeys } from './store.ts';

/** 'taken': accepted; 'gone': the subscription has ended; 'later': try again; 'refused': never try again. */
export type PushOutcome = { kind: 'taken' | 'gone' } | { kind: 'later' | 'refused'; reason: string };

export interface PushSenderDeps {
  /** An https: or mailto: address of the operator (VAPID). */
  subject: string;
  isAnywhereAllowed?: boolean;
  timeout?: number;
}

/** In seconds. A push that cannot be shown within half a day is dropped, because its prices may be out of date. */
const timeToLive = 12 * 60 * 60;
const longestResponse = 64 * 1024;

export function pushSender({ subject, isAnywhereAllowed = false, timeout = 10_000 }: PushSenderDeps) {
  // The address is checked on every connection: a host name can resolve to a private one later.
  const https = new HttpsAgent({ keepAlive: true, ...(!isAnywhereAllowed && { lookup: publicLookup() }) });
  const http = new HttpAgent();

  function post(endpoint: string, headers: Record<string, string>, body: Buffer, signal: AbortSignal) {
    const isPlain = isAnywhereAllowed && endpoint.startsWith('http:');
    const [request, agent] = isPlain ? [requestHttp, http] : [requestHttps, https];
    return new Promise<number>((resolve, reject) => {
      const sent = request(endpoint, { method: 'POST', headers, agent, signal }, (response) => {
        let length = 0;
        response.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length > longestResponse) response.destroy();
        });
        response.on('error', () => {});
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  return {
    async send(
      { endpoint, p256dh, auth }: PushSubscription,
      payload: PushPayload,
      { publicKey, privateKey }: VapidKeys,
      signal: AbortSignal,
    ): Promise<PushOutcome> {
      let details: { headers: Record<string, string>; body: Buffer };
      try {
        details = webPush.generateRequestDetails(
          { endpoint, keys: { p256dh, auth } },
          JSON.stringify(payload),
          {
            vapidDetails: { subject, publicKey, privateKey },
            TTL: timeToLive,
            contentEncoding: 'aes128gcm',
          },
        );
      } catch {
        // The stored key is not a point of the curve: it can never work.
        return { kind: 'gone' };
      }
      try {
        const within = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
        return outcomeOf(await post(endpoint, details.headers, details.body, within));
      } catch (error) {
        const { code, name } = error as NodeJS.ErrnoException;
        return { kind: 'later', reason: code ?? name };
      }
    },
  };
}

export type PushSender = ReturnType<typeof pushSender>;

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  return { kind: status === 429 || status >= 500 ? 'later' : 'refused', reason: `status ${status}` };
}
