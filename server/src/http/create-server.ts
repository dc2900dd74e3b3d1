import cookie from '@fastify/cookie';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { refuseConnection } from './client-errors.ts';
import { addDocs } from './docs.ts';
import { sendError } from './errors.ts';
import { addJsonParser } from './json-body.ts';
import { addSecurity } from './security.ts';

interface ServerSettings {
  logLevel: string;
  /** The address people use. */
  publicUrl: string;
}

/**
 * The server that every route is added to: logs with request ids, errors in the contract's shape, security headers,
 * bodies, and an orderly end of connections. @param logStream where log lines go; standard output when left out.
 */
export async function createServer(
  { logLevel, publicUrl }: ServerSettings,
  logStream?: { write(line: string): void },
): Promise<FastifyInstance> {
  const app = fastify({
    logger: { level: logLevel, ...(logStream && { stream: logStream }) },
    genReqId: () => uuidv7(),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true },
    // A village's people share one address behind their operator's proxy, and so may ours.
    trustProxy: 'loopback',
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply as never),
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  // The contract's schemas are applied by `addRoute`; here they only describe.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // A connection that stays open for its next request would hold up an orderly stop.
    if (isClosing) reply.header('connection', 'close');
  });

  await addSecurity(app, publicUrl);
  await app.register(cookie);
  await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] });
  await app.register(multipart, { throwFileSizeLimit: false });
  addJsonParser(app);
  await addDocs(app, publicUrl);
  return app;
}
