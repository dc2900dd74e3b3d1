import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
  type ECDH,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushPayload, PushSubscriptionForm } from '@upaj/contract/notify/notifications';

export interface TakenPush {
  endpoint: string;
  payload: PushPayload;
  publicKey: string;
  claims: { aud: string; exp: number; sub: string };
  headers: IncomingMessage['headers'];
}

interface Browser {
  keys: ECDH;
  auth: Buffer;
}

/** Starts a push service as in RFC 8030, 8188, 8291 and 8292. */
export async function startPushService() {
  const browsers = new Map<string, Browser>();
  const taken: TakenPush[] = [];
  /** The statuses of the next responses. 'slow' means that the service never responds. */
  const answers: (number | 'slow')[] = [];
  const failures: unknown[] = [];
  let tries = 0;

  const server = createServer((request, response) => {
    tries += 1;
    take(request).then(
      (status) => status !== 'slow' && response.writeHead(status).end(),
      (error: unknown) => {
        failures.push(error);
        response.writeHead(400).end();
      },
    );
  });

  async function take(request: IncomingMessage): Promise<number | 'slow'> {
    const endpoint = `${url}${request.url}`;
    const body = await buffer(request);
    const answer = answers.shift() ?? 201;
    const browser = browsers.get(endpoint);
    if (!browser) return 404;
    const { publicKey, claims } = readVapid(request.headers.authorization ?? '');
    if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted');
    if (!/^\d+$/.test(String(request.headers['ttl']))) throw new Error('no TTL');
    if (body.length > 4096) throw new Error('too long');
    const payload = JSON.parse(decrypt(body, browser)) as PushPayload;
    if (answer === 201) taken.push({ endpoint, payload, publicKey, claims, headers: request.headers });
    return answer;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    taken,
    answers,
    failures,
    tries: () => tries,
    subscribe(): PushSubscriptionForm {
      const keys = createECDH('prime256v1');
      const browser = { keys, auth: randomBytes(16) };
      const endpoint = `${url}/send/${randomUUID()}`;
      const p256dh = keys.generateKeys().toString('base64url');
      browsers.set(endpoint, browser);
      return { endpoint, keys: { p256dh, auth: browser.auth.toString('base64url') } };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function readVapid(header: string): Pick<TakenPush, 'publicKey' | 'claims'> {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('not signed');
  return { publicKey, claims: JSON.parse(Buffer.from(body, 'base64url').toString()) as TakenPush['claims'] };
}

function decrypt(body: Buffer, { keys, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20]!;
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const derive = (secret: Buffer, with_: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = derive(keys.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(sealed.subarray(-16));
  const open = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return open.subarray(0, open.lastIndexOf(2)).toString();
}
