import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { AccountService } from '#src/people/account/service.ts';
import type { ProfilesService } from '#src/people/profiles/service.ts';
import type { SessionsService } from '#src/people/sessions/service.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { anyMemberRoute, anyoneRoute, type Route } from '#src/platform/http/route.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';
import type { DevicesService } from '#src/people/devices/service.ts';
import type { LogIn } from './log-in.ts';
import type { UsersService } from './service.ts';

interface UsersDeps {
  logIn: LogIn;
  sessions: SessionsService;
  devices: DevicesService;
  users: UsersService;
  profiles: ProfilesService;
  account: Pick<AccountService, 'sendVerifyLink' | 'sendTakenLink'>;
  outbox: Pick<OutboxService, 'nudge'>;
}

export function usersRoutes(deps: UsersDeps): Route[] {
  const { logIn, sessions, devices, users, profiles, account, outbox } = deps;

  return [
    anyMemberRoute('GET /api/v1/users/current-user', async ({ viewer }) => ({
      message: 'Logged in',
      data: { user: await profiles.findAccount(viewer.id) },
    })),

    anyoneRoute('POST /api/v1/users/register', async ({ body, files, request, reply }) => {
      const origin = devices.findOrigin(request);
      const userId = await users
        .register(body, files[0]?.path, request.ip, { origin })
        .catch(async (error: unknown) => {
          // The owner of the address gets a way in, also when somebody else registered it.
          if (error instanceof AppError && error.code === 'EMAIL_TAKEN')
            await account.sendTakenLink(body.email);
          throw error;
        });
      logSecurity(request.log, 'account-created', { userId });
      account.sendVerifyLink(userId);
      outbox.nudge();
      await sessions.start({ userId, isRemembered: true }, request, reply);
      devices.remember(request, reply, userId);
      const data = { user: await profiles.findAccount(userId) };
      return { statusCode: 201, message: 'Account created', data };
    }),

    anyoneRoute('POST /api/v1/users/login', async ({ body, request, reply }) => {
      const user = await logIn(body, request, reply);
      const message = user ? 'Logged in' : 'Enter the code of your authenticator app';
      return { message, data: { user } };
    }),

    anyoneRoute('POST /api/v1/users/logout', async ({ request, reply }) => {
      const userId = await sessions.end(request, reply);
      if (userId) logSecurity(request.log, 'logged-out', { userId });
      return { message: 'Logged out successfully', data: null };
    }),
  ];
}
