import cookie from '@fastify/cookie';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import type { ErrorCode } from '@upaj/contract/errors';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { destination } from 'pino';
import type { TrustProxy } from '#src/platform/trust-proxy.ts';
import { addDocs } from './docs.ts';
import { endOnClose } from './end-on-close.ts';
import { refuseConnection, sendError, sentCodeOf } from './errors.ts';
import { addJsonParser } from './json-bodies.ts';
import { noCompilers } from './no-compilers.ts';
import { logOutagesOnce, logSerializers } from './logging.ts';
import { passOnRequestIds, requestIds } from './request-id.ts';
import { refuseForeignWrites } from './security.ts';
import { watchBodies, type BodyTimes } from './watch-bodies.ts';

interface ServerSettings {
  logLevel: string;
  publicUrl: string;
  trustProxy: TrustProxy;
}

export interface LogStream {
  write(line: string): void;
}

export interface ServerOptions {
  /** The log goes to standard output if it is omitted. */
  logStream?: LogStream | undefined;
  bodyTimes?: BodyTimes | undefined;
  stopping?: AbortSignal | undefined;
  /** Adds the hooks that record traces. */
  follow?: ((app: FastifyInstance) => void) | undefined;
  observeRequest?: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined;
  /** Called for each failure that is sent. */
  observeError?: ((code: ErrorCode) => void) | undefined;
}

/** Bodies are read into memory. Each route has its own limit. */
const bodyLimit = 16 * 1024;

/** Makes the server without routes. */
export async function createServer(
  { logLevel, publicUrl, trustProxy }: ServerSettings,
  { logStream, bodyTimes, stopping, observeRequest, observeError, follow }: ServerOptions = {},
): Promise<FastifyInstance> {
  const app = fastify({
    logger: {
      level: logLevel,
      hooks: logOutagesOnce(),
      serializers: logSerializers,
      // The multipart parser logs the request's headers, which may have secrets.
      redact: { paths: ['busboyOptions.headers'], remove: true },
      // Lines of the log that arrive during a write are written together by the next one.
      stream: logStream ?? destination({ sync: false }),
    },
    // A start on a busy machine takes longer than the usual 10 s, and is not a fault.
    pluginTimeout: 120_000,
    schemaController: { compilersFactory: noCompilers },
    bodyLimit,
    genReqId: requestIds(trustProxy),
    requestIdHeader: false,
    exposeHeadRoutes: true,
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy,
    forceCloseConnections: 'idle',
    // Requests that arrive on an open connection during a stop still get their response.
    return503OnClosing: false,
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply as never),
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  endOnClose(app, stopping);
  passOnRequestIds(app);
  follow?.(app);
  watchBodies(app, bodyTimes);
  if (observeRequest) app.addHook('onResponse', async (request, reply) => observeRequest(request, reply));
  if (observeError)
    app.addHook('onResponse', async (request) => {
      const code = sentCodeOf(request);
      if (code) observeError(code);
    });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store');
  });

  refuseForeignWrites(app, publicUrl);
  await app.register(cookie);
  await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] });
  await app.register(multipart, { throwFileSizeLimit: false });
  addJsonParser(app);
  await addDocs(app, publicUrl);
  return app;
}
