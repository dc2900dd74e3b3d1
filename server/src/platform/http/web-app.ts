import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError, sendError } from './errors.ts';
import { fileRoute, type Route } from './route.ts';
import { readStartPage, type WriteHead } from './start-page.ts';

const year = 365 * 24 * 60 * 60;

/** Serves the web app. Assets have hashed names and are cached for a year. Without a build only the API responds. */
export async function webAppRoutes(
  app: FastifyInstance,
  folder: string,
  writeHead: WriteHead,
): Promise<Route[]> {
  app.setNotFoundHandler((request, reply) => sendError(new AppError('NOT_FOUND'), request, reply));
  if (!existsSync(join(folder, 'index.html'))) return [];
  const options: FastifyStaticOptions = {
    root: folder,
    preCompressed: true,
    index: false,
    setHeaders(response, path) {
      const isHashed = path.includes('/assets/');
      response.header('cache-control', isHashed ? `public, max-age=${year}, immutable` : 'no-cache');
    },
  };
  // Without a wildcard, each file is a route, also those with compressed copies: the assets are a thousand.
  await app.register(fastifyStatic, {
    ...options,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.{br,gz}'],
  });
  await app.register(fastifyStatic, {
    ...options,
    root: join(folder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
  });
  const writePage = readStartPage(app, folder, writeHead);
  return [
    fileRoute('/*', { access: 'public' }, ({ request }) => {
      if (/^\/(api|media|assets|docs)(\/|$)/i.test(request.url.split('?', 1)[0] ?? ''))
        throw new AppError('NOT_FOUND');
      // The page may contain personal data, so the default applies: no cache stores it.
      return { type: 'text/html; charset=utf-8', body: () => writePage(request) };
    }),
  ];
}
