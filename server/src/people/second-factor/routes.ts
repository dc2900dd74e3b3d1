import type { FastifyRequest } from 'fastify';
import type { ProfilesService } from '#src/people/profiles/service.ts';
import { anyMemberRoute, anySessionRoute, type Route } from '#src/platform/http/route.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';
import type { SecondFactorsService } from './service.ts';

interface SecondFactorRoutesDeps {
  secondFactors: SecondFactorsService;
  profiles: Pick<ProfilesService, 'findAccount'>;
  tokenOf(request: FastifyRequest): string | undefined;
}

export function secondFactorRoutes(deps: SecondFactorRoutesDeps): Route[] {
  const { secondFactors, profiles, tokenOf } = deps;
  return [
    anyMemberRoute('POST /api/v1/users/totp', async ({ body, viewer, request }) => {
      const data = await secondFactors.start(viewer, body.password);
      logSecurity(request.log, 'second-factor-started', { userId: viewer.id });
      return { message: 'Enter a code of your authenticator app to switch it on', data };
    }),

    anySessionRoute('POST /api/v1/users/totp/confirm', async ({ body, viewer, request }) => {
      await secondFactors.confirm(viewer.id, tokenOf(request) ?? '', body.code);
      return { message: 'The code is right', data: { user: await profiles.findAccount(viewer.id) } };
    }),

    anyMemberRoute('DELETE /api/v1/users/totp', async ({ body, viewer }) => {
      await secondFactors.end(viewer.id, body.password, body.code);
      return { message: 'Two-step verification is off', data: null };
    }),
  ];
}
