import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { socialCallbackPath } from '@upaj/contract/social';
import type { ProfilesService } from '#src/features/profiles/service.ts';
import type { MakeRateLimit } from '#src/http/rate-limit.ts';
import { answer, anyMemberRoute, openRoute, type Route } from '#src/http/route.ts';
import type { SocialService } from './service.ts';

export function socialRoutes(
  social: SocialService,
  profiles: ProfilesService,
  rateLimit: MakeRateLimit,
): Route[] {
  const startsOfAddress = rateLimit('social-starts-of-address', 300, 15);

  return [
    openRoute('GET /api/v1/users/providers', async () => ({
      message: 'Ways to log in',
      data: { google: social.isSetUp('google'), facebook: social.isSetUp('facebook') },
    })),

    openRoute('POST /api/v1/users/social/:provider', async ({ params, body, request, reply }) => {
      await startsOfAddress.take(request.ip);
      const { url, cookies } = await social.start(params.provider, body.next, headersOf(request));
      for (const cookie of cookies) reply.header('set-cookie', cookie);
      return { message: 'Continue at the provider', data: { url } };
    }),

    anyMemberRoute('POST /api/v1/users/complete', async ({ body, viewer }) => {
      await social.complete(viewer.id, body);
      return answer(200, 'Account completed', `{"user":${await profiles.findAccount(viewer.id)}}`);
    }),
  ];
}

/** Where providers send people back to: not an API call but a page's address, so it answers with a redirect always. */
export function addSocialCallback(app: FastifyInstance, social: SocialService): void {
  app.get(`${socialCallbackPath}/:provider`, { schema: { hide: true } }, async (request, reply) => {
    const { url, cookies, error } = await social.finish(request.url, headersOf(request));
    // The reason alone: codes and states in the query are nobody's business.
    if (error) request.log.warn({ reason: error.slice(0, 100) }, 'log-in by a provider failed');
    for (const cookie of cookies) reply.header('set-cookie', cookie);
    return reply.header('cache-control', 'no-store').redirect(url, 302);
  });
}

/** Better Auth notes the address from this header, which anybody can write; ours is the one that was checked. */
function headersOf(request: FastifyRequest): Headers {
  const headers = fromNodeHeaders(request.headers);
  headers.set('x-forwarded-for', request.ip);
  return headers;
}
