import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError, sendError } from './errors.ts';
import { readStartPage, type WriteHead } from './start-page.ts';

const year = 365 * 24 * 60 * 60;

/** Assets are hashed and cached for a year. Without a build only the API responds. */
export async function addWebApp(app: FastifyInstance, folder: string, writeHead: WriteHead): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: false,
      wildcard: false,
      setHeaders(response, path) {
        const isHashed = path.includes('/assets/');
        response.header('cache-control', isHashed ? `public, max-age=${year}, immutable` : 'no-cache');
      },
    });
  }
  if (isBuilt) {
    const page = readStartPage(app, folder, writeHead);
    app.get('/*', { schema: { hide: true } }, async (request, reply) => {
      if (/^\/(api|media|assets|docs)(\/|$)/i.test(request.url.split('?', 1)[0] ?? ''))
        return reply.callNotFound();
      // It may contain personal data, so the default holds: no cache stores it.
      return reply.type('text/html; charset=utf-8').send(await page.write(request));
    });
  }
  app.setNotFoundHandler((request, reply) => sendError(new AppError('NOT_FOUND'), request, reply));
}
