import type { FastifyRequest } from 'fastify';
import type { AdditionsService } from '#src/people/additions/service.ts';
import type { ProfilesService } from '#src/people/profiles/service.ts';
import type { SessionsService } from '#src/people/sessions/service.ts';
import { readerLanguage } from '#src/platform/http/reader.ts';
import { anyMemberRoute, anyoneRoute, type Route } from '#src/platform/http/route.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';
import type { MobileNumbersService } from './service.ts';

interface MobileNumbersRoutesDeps {
  numbers: MobileNumbersService;
  additions: AdditionsService;
  profiles: Pick<ProfilesService, 'findAccount'>;
  sessions: Pick<SessionsService, 'newToken' | 'renew' | 'invalidateUser'>;
  tokenOf(request: FastifyRequest): string | undefined;
}

const sent = { statusCode: 202, message: 'We have sent a code to this number', data: null };

export function mobileNumbersRoutes(deps: MobileNumbersRoutesDeps): Route[] {
  const { numbers, additions, profiles, sessions, tokenOf } = deps;
  return [
    anyoneRoute('POST /api/v1/users/login-code', async ({ body, request, reply }) => {
      const language = body.language ?? readerLanguage(request);
      await numbers.sendCode({ number: body.contact, userId: null }, language, request, reply);
      return sent;
    }),

    anyoneRoute('POST /api/v1/users/login-code/confirm', async ({ body, request, reply }) => {
      const user = await numbers.logIn(body, request, reply);
      const message = user ? 'Logged in' : 'Enter the code of your authenticator app';
      return { message, data: { user, isNew: user?.isComplete === false } };
    }),

    anyMemberRoute('POST /api/v1/users/contact-code', async ({ body, viewer, request, reply }) => {
      const { language } = await profiles.findAccount(viewer.id);
      const claim = { number: body.contact, userId: viewer.id };
      await numbers.sendCode(claim, language ?? readerLanguage(request), request, reply);
      return sent;
    }),

    anyMemberRoute('POST /api/v1/users/contact-code/confirm', async ({ body, viewer, request, reply }) => {
      await numbers.prove(viewer.id, body, request, reply);
      return { message: 'Your number is verified', data: { user: await profiles.findAccount(viewer.id) } };
    }),

    anyMemberRoute('PUT /api/v1/users/password', async ({ body, viewer, request, reply }) => {
      const change = { from: tokenOf(request), to: sessions.newToken() };
      const { isRemembered } = await numbers.setPassword(viewer.id, body, change, request);
      if (change.from && isRemembered !== undefined)
        sessions.renew(reply, viewer.id, change.from, { token: change.to, isRemembered });
      else sessions.invalidateUser(viewer.id);
      logSecurity(request.log, 'password-changed', { userId: viewer.id });
      return { message: 'Your password has been changed. All other devices are logged out.', data: null };
    }),

    anyMemberRoute('POST /api/v1/users/email', async ({ body, viewer }) => {
      await additions.addEmail(viewer.id, body);
      return { message: 'We have sent a link to this email address', data: null };
    }),

    anyMemberRoute('POST /api/v1/users/aadhaar', async ({ body, viewer, request }) => {
      await additions.addAadhaar(viewer.id, body);
      logSecurity(request.log, 'aadhaar-added', { userId: viewer.id });
      return { message: 'Aadhaar number added', data: { user: await profiles.findAccount(viewer.id) } };
    }),
  ];
}
