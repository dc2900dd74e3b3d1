import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { idSchema } from '@upaj/contract/fields';
import { postParamsSchema } from '@upaj/contract/trade/posts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { AppError, sendError, toAppError } from '#src/platform/http/errors.ts';
import { addressKey } from '#src/platform/http/rate-limit.ts';
import { chosenLanguage, readerLanguage } from '#src/platform/http/reader.ts';
import { fileRoute, type Route } from '#src/platform/http/route.ts';
import { textsIn } from '#src/platform/texts.ts';
import { writeFailurePage } from './pages.ts';
import type { PreviewPhotos } from './preview-photo.ts';
import type { ShareService } from './service.ts';
import type { Sitemap } from './sitemap.ts';

export interface ShareRoutes {
  /**
   * The origin in links. It is never taken from the request, because stored copies of these responses are for everyone.
   */
  publicUrl: string;
  share: ShareService;
  photos: PreviewPhotos;
  sitemap: Sitemap;
}

const hour = 60 * 60;
const sitemaps = { name: 'sitemaps-of-address', points: 120, minutes: 60, by: 'address' } as const;

/** Serves pages and files to people and crawlers without an account. Their format is not that of the API. */
export function shareRoutes({ publicUrl: site, share, photos, sitemap }: ShareRoutes): Route[] {
  return [
    fileRoute(
      '/s/:postId',
      { access: 'public', params: postParamsSchema, errorHandler: sendFailure, isList: true },
      async ({ params: { postId }, request }) => {
        const reader = {
          language: readerLanguage(request),
          chosen: chosenLanguage(request),
          site,
        };
        const page = await share.writePage(postId, reader);
        if (page === undefined) throw new AppError('POST_NOT_FOUND');
        return {
          type: 'text/html; charset=utf-8',
          headers: { ...checkedOnEachUse, vary: 'accept-language' },
          etag: weakly(createHash('sha256').update(page).digest('base64url')),
          body: () => page,
        };
      },
    ),

    fileRoute(
      '/s/:postId/photo.jpg',
      { access: 'public', params: postParamsSchema, isList: true },
      async ({ params: { postId }, request }) => {
        const image = await share.findPhoto(postId);
        if (!image) throw new AppError('NOT_FOUND');
        return {
          type: 'image/jpeg',
          headers: { ...checkedOnEachUse, 'cross-origin-resource-policy': 'cross-origin' },
          etag: weakly(image.url),
          body: () => (request.method === 'HEAD' ? '' : photos.find(image, addressKey(request.ip))),
        };
      },
    ),

    fileRoute('/robots.txt', { access: 'public' }, () => ({
      type: 'text/plain; charset=utf-8',
      headers: { 'cache-control': `public, max-age=${hour}` },
      body: () => `User-agent: *\nDisallow: /api/\n\nSitemap: ${site}/sitemap.xml\n`,
    })),

    fileRoute('/sitemap.xml', { access: 'public', limits: [sitemaps] }, () => ({
      ...asSitemap,
      body: () => sitemap.writeIndex(site),
    })),

    fileRoute(
      '/sitemaps/:after(^[\\da-f-]+).xml',
      { access: 'public', params: z.object({ after: idSchema }), limits: [sitemaps] },
      ({ params: { after }, request }) => ({
        ...asSitemap,
        body: async () =>
          request.method === 'HEAD' ? '' : Readable.from(await sitemap.writePart(after, site)),
      }),
    ),
  ];
}

/** Addresses of posts that were hidden meanwhile lead to a 404, so they may be cached. */
const asSitemap = {
  type: 'application/xml; charset=utf-8',
  headers: { 'cache-control': `public, max-age=${hour}` },
};

/** Stored copies are checked on each use, so that a post that is hidden disappears at once. */
const checkedOnEachUse = { 'cache-control': 'public, no-cache' };

/** Writes a weak ETag, because the body may be compressed. */
function weakly(version: string): string {
  return `W/"${version}"`;
}

/** Sends the failure as the API does, but as a page. */
function sendFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const language = readerLanguage(request);
  const { code } = toAppError(error);
  const isMissing = code === 'NOT_FOUND' || code === 'POST_NOT_FOUND';
  const text = textsIn(language, 'errors') as (key: typeof code) => string;
  const page = writeFailurePage(language, isMissing ? undefined : text(code));
  void sendError(error, request, reply, { type: 'text/html; charset=utf-8', body: page });
}
