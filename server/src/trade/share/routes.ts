import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { idSchema } from '@upaj/contract/fields';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#src/env.ts';
import { AppError, sendError, toAppError } from '#src/platform/http/errors.ts';
import { addressKey, type MakeRateLimit } from '#src/platform/http/rate-limit.ts';
import { chosenLanguage, readerLanguage, siteAddress } from '#src/platform/http/reader.ts';
import { textsIn } from '#src/platform/texts.ts';
import { writeFailurePage } from './pages.ts';
import type { PreviewPictures } from './preview-picture.ts';
import type { ShareService } from './service.ts';
import type { Sitemap } from './sitemap.ts';

export interface ShareRoutes {
  env: Pick<Env, 'publicUrl' | 'isPublicUrlSet'>;
  share: ShareService;
  pictures: PreviewPictures;
  sitemap: Sitemap;
  rateLimit: MakeRateLimit;
}

interface PostRequest {
  Params: { postId: string };
}

/** Pages and files for people and crawlers without an account; their format is not that of the API. */
export function addShareRoutes(app: FastifyInstance, options: ShareRoutes): void {
  const { env, share, pictures, sitemap, rateLimit } = options;
  const previewsOfAddress = rateLimit('link-previews-of-address', 120, 10);
  const sitemapsOfAddress = rateLimit('sitemaps-of-address', 120, 60);
  const hidden = { schema: { hide: true } };
  const readerOf = (request: FastifyRequest) => ({
    language: readerLanguage(request),
    chosen: chosenLanguage(request),
    site: siteAddress(env, request),
  });

  app.get<PostRequest>('/s/:postId', { ...hidden, errorHandler: sendFailure }, async (request, reply) => {
    const page = await share.writePage(readId(request.params.postId), readerOf(request));
    if (page === undefined) throw new AppError('POST_NOT_FOUND');
    reply.type('text/html; charset=utf-8').header('vary', 'accept-language');
    return sendUnlessKnown(request, reply, createHash('sha256').update(page).digest('base64url'), () => page);
  });

  app.get<PostRequest>('/s/:postId/picture.jpg', hidden, async (request, reply) => {
    const image = await share.findPicture(readId(request.params.postId));
    if (!image) throw new AppError('NOT_FOUND');
    reply.type('image/jpeg').header('cross-origin-resource-policy', 'cross-origin');
    return sendUnlessKnown(request, reply, image.url, async () => {
      if (request.method === 'HEAD') return '';
      return pictures.find(image, () => previewsOfAddress.take(addressKey(request.ip)));
    });
  });

  app.get('/robots.txt', hidden, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${hour}`)
      .send(`User-agent: *\nDisallow: /api/\n\nSitemap: ${siteAddress(env, request)}/sitemap.xml\n`),
  );

  app.get('/sitemap.xml', hidden, async (request, reply) => {
    await sitemapsOfAddress.take(addressKey(request.ip));
    return asSitemap(reply).send(await sitemap.writeIndex(siteAddress(env, request)));
  });

  app.get<{ Params: { after: string } }>(
    '/sitemaps/:after(^[\\da-f-]+).xml',
    hidden,
    async (request, reply) => {
      const after = readId(request.params.after);
      await sitemapsOfAddress.take(addressKey(request.ip));
      if (request.method === 'HEAD') return asSitemap(reply).send('');
      return asSitemap(reply).send(Readable.from(await sitemap.writePart(after, siteAddress(env, request))));
    },
  );
}

const hour = 60 * 60;

function readId(text: string): string {
  const parsed = idSchema.safeParse(text);
  if (!parsed.success) throw new AppError('NOT_FOUND');
  return parsed.data;
}

/** Stored copies are checked on each use, so that a post that is hidden disappears at once. */
async function sendUnlessKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  version: string,
  read: () => string | Promise<string | Buffer>,
): Promise<FastifyReply> {
  // Weak, because the body may be compressed.
  const etag = `W/"${version}"`;
  reply.headers({ 'cache-control': 'public, no-cache', etag });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.send(await read());
}

/** Addresses of posts that were hidden meanwhile lead to a 404, so they may be cached. */
function asSitemap(reply: FastifyReply): FastifyReply {
  return reply.type('application/xml; charset=utf-8').header('cache-control', `public, max-age=${hour}`);
}

/** Like the API, but as a page. */
function sendFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const language = readerLanguage(request);
  const { code } = toAppError(error);
  const isMissing = code === 'NOT_FOUND' || code === 'POST_NOT_FOUND';
  const text = textsIn(language, 'errors') as (key: typeof code) => string;
  const page = writeFailurePage(language, isMissing ? undefined : text(code));
  void sendError(error, request, reply, { type: 'text/html; charset=utf-8', body: page });
}
