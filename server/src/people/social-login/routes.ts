import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyRequest } from 'fastify';
import { providers, socialCallbackPath } from '@upaj/contract/people/social-login';
import type { ProfilesService } from '#src/people/profiles/service.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { anyMemberRoute, fileRoute, anyoneRoute, type Route } from '#src/platform/http/route.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';
import type { DevicesService } from '#src/people/devices/service.ts';
import type { SocialService } from './service.ts';

interface SocialRoutesDeps {
  social: SocialService;
  profiles: Pick<ProfilesService, 'findAccount'>;
  devices: Pick<DevicesService, 'findOrigin' | 'remember'>;
  /** Whether one can log in with a mobile number. */
  hasNumberCodes: boolean;
}

export function socialRoutes({ social, profiles, devices, hasNumberCodes }: SocialRoutesDeps): Route[] {
  return [
    anyoneRoute('GET /api/v1/users/providers', async () => ({
      message: 'Login options',
      data: {
        google: social.isSetUp('google'),
        facebook: social.isSetUp('facebook'),
        mobileNumber: hasNumberCodes,
      },
    })),

    anyoneRoute('POST /api/v1/users/social/:provider', async ({ params, body, request, reply }) => {
      const { url, cookies } = await social.start(params.provider, body.next, headersOf(request));
      for (const cookie of cookies) reply.header('set-cookie', cookie);
      return { message: 'Continue with the provider', data: { url } };
    }),

    anyMemberRoute('POST /api/v1/users/complete', async ({ body, viewer, request, reply }) => {
      await social.complete(viewer.id, body, devices.findOrigin(request));
      devices.remember(request, reply, viewer.id);
      logSecurity(request.log, 'account-completed', { userId: viewer.id });
      return { message: 'Account completed', data: { user: await profiles.findAccount(viewer.id) } };
    }),

    ...providers.map((provider) => callbackRoute(`${socialCallbackPath}/${provider}`, social)),
  ];
}

/**
 * Makes the route of the callback. Only this exact path may reach Better Auth's own routes; `..` and backslashes would
 * lead to others.
 */
function callbackRoute(path: string, social: SocialService): Route {
  // A HEAD request would use up the code.
  return fileRoute(path, { access: 'public', exposeHeadRoute: false }, async ({ request, reply }) => {
    if (request.url.split('?', 1)[0] !== path) throw new AppError('NOT_FOUND');
    const { url, cookies, error } = await social.finish(request.url, headersOf(request));
    // Don't log the query: it may contain OAuth codes.
    if (error) request.log.warn({ reason: error.slice(0, 100) }, 'log-in by a provider failed');
    for (const cookie of cookies) reply.header('set-cookie', cookie);
    return { redirectTo: url };
  });
}

/** Removes headers that clients can set and Better Auth trusts. */
function headersOf(request: FastifyRequest): Headers {
  const headers = fromNodeHeaders(request.headers);
  headers.set('x-forwarded-for', request.ip);
  for (const name of ['x-forwarded-host', 'x-forwarded-proto', 'forwarded']) headers.delete(name);
  return headers;
}
