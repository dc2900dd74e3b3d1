import helmet from '@fastify/helmet';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

/** Headers that browsers obey, and the refusal of writes that another website sends with our cookie. */
export async function addSecurity(app: FastifyInstance, publicUrl: string): Promise<void> {
  const isSecure = publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'"],
        // Previews of chosen photographs are blob: addresses, thumbhashes are data: addresses.
        imgSrc: ["'self'", 'data:', 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        // Libraries position pop-ups through style attributes and sonner brings its own sheet.
        styleSrc: ["'self'", "'unsafe-inline'"],
        objectSrc: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isSecure,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  app.addHook('onRequest', async (request) => {
    if (!isReading(request) && isFromElsewhere(request.headers, publicUrl))
      throw new AppError('FOREIGN_ORIGIN');
  });
}

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** Browsers name the page that sends a write; programs without one (curl) carry no cookie they were not given. */
export function isFromElsewhere(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  const { origin, host } = headers;
  if (!origin) return false;
  return origin !== publicUrl && !(URL.canParse(origin) && new URL(origin).host === host);
}
