import type { FastifyInstance } from 'fastify';
import { AppError } from '#src/http/errors.ts';
import type { Drive } from '#src/media/drive.ts';

const fileName = /^[0-9a-f]{32}-\d{2,4}\.webp$/;

/** Serves kept pictures. A name never changes its content, so it may be kept for a year. */
export function addMediaRoutes(app: FastifyInstance, drive: Drive): void {
  app.get<{ Params: { file: string } }>(
    '/media/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const { file } = request.params;
      if (!fileName.test(file) || !(await drive.exists(file))) throw new AppError('NOT_FOUND');
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'same-origin')
        .type('image/webp')
        .send(await drive.getStream(file));
    },
  );
}
