import helmet from '@fastify/helmet';
import type { IncomingHttpHeaders, Server } from 'node:http';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Env } from '#src/env.ts';
import { AppError } from './errors.ts';
import { noCompilers } from './no-compilers.ts';

type SitePlaces = Pick<Env, 'publicUrl' | 'mediaUrl'>;

/** Sets headers before Fastify or Socket.IO responds. Call it when both listen to requests. */
export async function setSecurityHeaders(server: Server, env: SitePlaces): Promise<void> {
  const headers = {
    ...(await securityHeaders(env)),
    'cache-control': 'private, no-store',
  };
  server.prependListener('request', (_, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  });
}

export function refuseForeignWrites(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async (request) => {
    if (!isReading(request) && isFromElsewhere(request.headers, publicUrl))
      throw new AppError('FOREIGN_ORIGIN');
  });
}

/** The headers are built once, because Helmet builds them again on each call. */
async function securityHeaders({ publicUrl, mediaUrl }: SitePlaces): Promise<Record<string, string>> {
  const isSecure = publicUrl.startsWith('https:');
  const app = fastify({ schemaController: { compilersFactory: noCompilers } });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'"],
        // Previews of chosen photos are blob: addresses; icons of the documentation are data:.
        imgSrc: ["'self'", 'blob:', 'data:', ...(mediaUrl ? [new URL(mediaUrl).origin] : [])],
        workerSrc: ["'self'", 'blob:'],
        // Libraries position pop-ups with style attributes, and sonner injects a style sheet.
        styleSrc: ["'self'", "'unsafe-inline'"],
        objectSrc: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isSecure,
    // On plain http browsers ignore it, and log an error.
    crossOriginOpenerPolicy: isSecure,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  app.get('/', (_, reply) => reply.send());
  const { headers } = await app.inject('/');
  await app.close();
  const ofHelmet = Object.entries(headers).filter(([name]) => !ofEveryResponse.includes(name));
  return Object.fromEntries(ofHelmet) as Record<string, string>;
}

const ofEveryResponse = ['content-length', 'date', 'connection'];

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/**
 * Returns whether another site sent the request. One without an origin (curl) is allowed: it carries no cookie of a
 * victim.
 */
export function isFromElsewhere(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  const { origin, host } = headers;
  if (!origin) return false;
  if (origin === publicUrl) return false;
  if (!URL.canParse(origin)) return true;
  const { host: from, protocol } = new URL(origin);
  // Whoever controls the line can put a page of this name there without https.
  const isPlain = publicUrl.startsWith('https:') && protocol !== 'https:';
  return from !== host || isPlain;
}
