import type { FastifyRequest } from 'fastify';
import type { ProfilesService } from '#src/features/profiles/service.ts';
import type { MakeRateLimit, RateLimit } from '#src/http/rate-limit.ts';
import { answer, anyMemberRoute, openRoute, type Route } from '#src/http/route.ts';
import type { AccountService } from './service.ts';

interface AccountRoutesDeps {
  account: AccountService;
  profiles: ProfilesService;
  /** The token of the session that a request belongs to. */
  tokenOf(request: FastifyRequest): string | undefined;
  /** Counts whatever asks an account for its password again. */
  passwordTries: RateLimit;
  rateLimit: MakeRateLimit;
}

export function accountRoutes(deps: AccountRoutesDeps): Route[] {
  const { account, profiles, tokenOf, passwordTries, rateLimit } = deps;
  const resetsOfAccount = rateLimit('resets-of-account', 3, 60);
  const resetsOfAddress = rateLimit('resets-of-address', 30, 60);
  const verificationsOfAccount = rateLimit('verifications-of-account', 3, 60);

  return [
    openRoute('POST /api/v1/users/forgot-password', async ({ body, request }) => {
      await resetsOfAddress.take(request.ip);
      await resetsOfAccount.take(body.email);
      account.sendResetLink(body.email);
      return {
        message: 'If somebody has an account with this email, a link is on its way there.',
        data: null,
      };
    }),

    openRoute('POST /api/v1/users/reset-password', async ({ body }) => {
      await account.resetPassword(body);
      return { message: 'Your new password is set. Please log in with it.', data: null };
    }),

    anyMemberRoute('POST /api/v1/users/change-password', async ({ body, viewer, request }) => {
      await passwordTries.take(viewer.id);
      await account.changePassword(viewer.id, body, tokenOf(request));
      return { message: 'Your new password is set. Every other device is logged out.', data: null };
    }),

    anyMemberRoute('POST /api/v1/users/send-verification', async ({ viewer }) => {
      await verificationsOfAccount.take(viewer.id);
      account.sendVerifyLink(viewer.id);
      return { message: 'A link is on its way to your email address', data: null };
    }),

    openRoute('POST /api/v1/users/verify-email', async ({ body }) => {
      await account.verifyEmail(body.token);
      return { message: 'Your email address is verified', data: null };
    }),

    anyMemberRoute('GET /api/v1/users/sessions', async ({ viewer, request }) => ({
      message: 'Where you are logged in',
      data: await account.findLogins(viewer.id, tokenOf(request)),
    })),

    anyMemberRoute('DELETE /api/v1/users/sessions', async ({ viewer, request }) => {
      await account.endOtherSessions(viewer.id, tokenOf(request));
      return { message: 'Every other device is logged out', data: null };
    }),

    anyMemberRoute('DELETE /api/v1/users/sessions/:sessionId', async ({ params, viewer }) => {
      await account.endSession(viewer.id, params.sessionId);
      return { message: 'That device is logged out', data: null };
    }),

    anyMemberRoute('PATCH /api/v1/users/privacy', async ({ body, viewer }) => {
      await account.setContactHidden(viewer.id, body.isContactHidden);
      return answer(200, 'Privacy saved', await profiles.findAccount(viewer.id));
    }),
  ];
}
