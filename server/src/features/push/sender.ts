import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import webPush from 'web-push';
import type { PushPayload } from '@upaj/contract/notifications';
import { publicLookup } from '#src/http/public-addresses.ts';
import type { DuePush, VapidKeys } from './store.ts';

/** What came of a push: it was taken; the browser is gone; another try may do; no try ever will. */
export type PushOutcome = { kind: 'taken' | 'gone' } | { kind: 'later' | 'refused'; reason: string };

export interface PushSender {
  send(
    push: Pick<DuePush, 'endpoint' | 'p256dh' | 'auth'>,
    payload: PushPayload,
    keys: VapidKeys,
    signal: AbortSignal,
  ): Promise<PushOutcome>;
}

export interface PushSenderOptions {
  /** Who answers for these pushes: an https: or mailto: address. */
  subject: string;
  /** Takes any address, also on this machine; for tests. */
  isAnywhereAllowed?: boolean;
  /** How long a push service may take, in ms. */
  timeout?: number;
}

/** A price is of its day. */
const keptFor = 12 * 60 * 60;
/** What a service answers is not read, only waited for. */
const longestAnswer = 64 * 1024;

export function pushSender({
  subject,
  isAnywhereAllowed = false,
  timeout = 10_000,
}: PushSenderOptions): PushSender {
  // The address is checked where it is used: a name may lead elsewhere a moment later.
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
          if (length > longestAnswer) response.destroy();
        });
        // Its status is the whole answer, however the rest of it ends.
        response.on('error', () => {});
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  return {
    async send({ endpoint, p256dh, auth }, payload, { publicKey, privateKey }, signal) {
      let details: { headers: Record<string, string>; body: Buffer };
      try {
        details = webPush.generateRequestDetails(
          { endpoint, keys: { p256dh, auth } },
          JSON.stringify(payload),
          {
            vapidDetails: { subject, publicKey, privateKey },
            TTL: keptFor,
            contentEncoding: 'aes128gcm',
          },
        );
      } catch {
        // Only a key that is no point of the curve comes here; nobody can be told by it.
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

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  return { kind: status === 429 || status >= 500 ? 'later' : 'refused', reason: `status ${status}` };
}
