import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError, sendError } from './errors.ts';

const year = 365 * 24 * 60 * 60;

/** Assets are hashed and cached for a year. Without a build only the API responds. */
export async function addWebApp(app: FastifyInstance, folder: string): Promise<void> {
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
  app.setNotFoundHandler((request, reply) => {
    const isScreen =
      ['GET', 'HEAD'].includes(request.method) &&
      !/^\/(api|media|assets|docs)(\/|$)/i.test(pathOf(request.url));
    if (isBuilt && isScreen) return reply.sendFile('index.html');
    return sendError(new AppError('NOT_FOUND'), request, reply);
  });
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
