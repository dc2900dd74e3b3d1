import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#src/platform/http/errors.ts';
import type { Viewer } from '#src/platform/http/route.ts';
import type { Drive } from './drive.ts';
import type { MediaStore } from './store.ts';

const fileName = /^([0-9a-f]{32})-\d{2,4}\.webp$/;

/**
 * Names are immutable, so public images are cached for a year; browsers revalidate restricted ones every
 * time.
 */
export function addMediaRoutes(
  app: FastifyInstance,
  drive: Drive,
  store: Pick<MediaStore, 'findAudience'>,
  findViewer: (request: FastifyRequest) => Promise<Viewer | null>,
): void {
  app.get<{ Params: { file: string } }>(
    '/media/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const { file } = request.params;
      const name = fileName.exec(file)?.[1];
      if (!name) throw new AppError('NOT_FOUND');
      const viewer = await findViewer(request);
      const audience = await store.findAudience(name, viewer?.id);
      if (audience === 'others' || !(await drive.exists(file))) throw new AppError('NOT_FOUND');
      reply.header('cross-origin-resource-policy', 'same-origin').type('image/webp');
      if (audience === 'everybody') reply.header('cache-control', 'public, max-age=31536000, immutable');
      else {
        const etag = `"${file}"`;
        reply.headers({ 'cache-control': 'private, no-cache', etag });
        if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      }
      return reply.send(await drive.getStream(file));
    },
  );
}
