import type { FastifyRequest } from 'fastify';
import type { ClearedPart } from '@upaj/contract/people/address-proof';
import type { ProfilesService } from '#src/people/profiles/service.ts';
import type { SessionsService } from '#src/people/sessions/service.ts';
import { anyMemberRoute, anyoneRoute, type Route } from '#src/platform/http/route.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';
import type { DevicesService } from '#src/people/devices/service.ts';
import type { CountReset } from './count-resets.ts';
import type { AccountService } from './service.ts';

interface AccountRoutesDeps {
  account: AccountService;
  profiles: ProfilesService;
  sessions: Pick<SessionsService, 'newToken' | 'renew' | 'invalidateUser'>;
  countReset: CountReset;
  tokenOf(request: FastifyRequest): string | undefined;
  devices: Pick<DevicesService, 'find' | 'remember'>;
}

const clearedEvents: Readonly<Record<ClearedPart, string>> = {
  'second-factor': 'second-factor-off',
  sessions: 'sessions-ended',
  providers: 'providers-unlinked',
  phone: 'phone-removed',
  upi: 'upi-changed',
};

export function accountRoutes(deps: AccountRoutesDeps): Route[] {
  const { account, profiles, sessions, countReset, tokenOf, devices } = deps;

  return [
    anyoneRoute('POST /api/v1/users/forgot-password', async ({ body, request }) => {
      await countReset(body.email, request);
      account.sendResetLink(body.email);
      return {
        message: 'If there is an account with this email, we have sent a link to it.',
        data: null,
      };
    }),

    anyoneRoute('POST /api/v1/users/reset-password', async ({ body, viewer, request, reply }) => {
      const { userId, cleared } = await account.resetPassword(body, (id) =>
        viewer?.id === id ? 'logged in' : devices.find(request, id) ? 'known' : 'unknown',
      );
      // The browser may log in while wrong passwords from elsewhere lock the account.
      devices.remember(request, reply, userId);
      logSecurity(request.log, 'password-reset', { userId });
      for (const part of cleared) logSecurity(request.log, clearedEvents[part], { userId });
      return { message: 'Your password has been changed. Please log in with it.', data: { cleared } };
    }),

    anyMemberRoute('POST /api/v1/users/change-password', async ({ body, viewer, request, reply }) => {
      const change = { from: tokenOf(request), to: sessions.newToken() };
      const isRemembered = await account.changePassword(viewer.id, body, change);
      if (change.from && isRemembered !== undefined)
        sessions.renew(reply, viewer.id, change.from, { token: change.to, isRemembered });
      else sessions.invalidateUser(viewer.id);
      logSecurity(request.log, 'password-changed', { userId: viewer.id });
      return { message: 'Your password has been changed. All other devices are logged out.', data: null };
    }),

    anyMemberRoute('POST /api/v1/users/send-verification', async ({ viewer }) => {
      account.sendVerifyLink(viewer.id);
      return { message: 'We have sent a link to your email address', data: null };
    }),

    anyoneRoute('POST /api/v1/users/verify-email', async ({ body, viewer, request }) => {
      const userId = await account.verifyEmail(body.token, viewer?.id);
      logSecurity(request.log, 'email-verified', { userId });
      return { message: 'Your email address is verified', data: null };
    }),

    anyMemberRoute('PATCH /api/v1/users/privacy', async ({ body, viewer }) => {
      await account.setPrivacy(viewer.id, body);
      return { message: 'Privacy settings saved', data: await profiles.findAccount(viewer.id) };
    }),
  ];
}
