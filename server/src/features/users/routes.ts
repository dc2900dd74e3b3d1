import { fromNodeHeaders } from 'better-auth/node';
import { APIError } from 'better-auth/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Login } from '@upaj/contract/registration';
import type { ProfilesService } from '#src/features/profiles/service.ts';
import { AppError } from '#src/http/errors.ts';
import type { MakeRateLimit } from '#src/http/rate-limit.ts';
import { answer, anyMemberRoute, openRoute, type Route } from '#src/http/route.ts';
import type { Auth } from './auth.ts';
import type { UsersService } from './service.ts';
import type { Sessions } from './sessions.ts';

interface UsersDeps {
  auth: Auth;
  sessions: Sessions;
  users: UsersService;
  profiles: ProfilesService;
  rateLimit: MakeRateLimit;
  /** Told of each account that opens; must not wait. */
  onRegistered(userId: string): void;
}

export function usersRoutes(deps: UsersDeps): Route[] {
  const { auth, sessions, users, profiles, rateLimit, onRegistered } = deps;
  const failedLoginsOfAccount = rateLimit('failed-logins-of-account', 10, 15);
  const failedLoginsOfAddress = rateLimit('failed-logins-of-address', 100, 15);
  const registrationsOfAddress = rateLimit('registrations-of-address', 100, 60);

  /** Starts a session and sets its cookie. @returns the account. */
  async function logIn(login: Login, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const known = fromNodeHeaders(request.headers);
    // Better Auth notes the address from this header, which anybody can write; ours is the one that was checked.
    known.set('x-forwarded-for', request.ip);
    const { headers, response } = await auth.api.signInEmail({
      body: { email: login.email, password: login.password, rememberMe: login.remember },
      headers: known,
      returnHeaders: true,
    });
    const account = await profiles.findAccount(response.user.id).catch(async (error: unknown) => {
      // A suspended account: only who knows its password learns that it is one, and gets no session out of it.
      await (await auth.$context).internalAdapter.deleteSession(response.token);
      throw error;
    });
    for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
    return account;
  }

  return [
    anyMemberRoute('GET /api/v1/users/current-user', async ({ viewer }) =>
      answer(200, 'Logged in', `{"user":${await profiles.findAccount(viewer.id)}}`),
    ),

    openRoute('POST /api/v1/users/register', async ({ body, files, request, reply }) => {
      await registrationsOfAddress.take(request.ip);
      onRegistered(await users.register(body, files[0]?.path));
      const account = await logIn(
        { email: body.email, password: body.password, remember: true },
        request,
        reply,
      );
      return answer(201, 'Account created', `{"user":${account}}`);
    }),

    openRoute('POST /api/v1/users/login', async ({ body, request, reply }) => {
      // Counted before the password is looked at, so that attempts sent at once are not all let through.
      await failedLoginsOfAccount.take(body.email);
      await failedLoginsOfAddress.take(request.ip);
      const account = await logIn(body, request, reply).catch((error: unknown) => {
        const isRefused = error instanceof APIError && error.statusCode < 500;
        throw isRefused ? new AppError('INVALID_CREDENTIALS') : error;
      });
      await failedLoginsOfAccount.giveBack(body.email);
      await failedLoginsOfAddress.giveBack(request.ip);
      return answer(200, 'Logged in', `{"user":${account}}`);
    }),

    openRoute('POST /api/v1/users/logout', async ({ request, reply }) => {
      const { headers } = await auth.api.signOut({
        headers: fromNodeHeaders(request.headers),
        returnHeaders: true,
      });
      sessions.forget(request);
      for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
      return { message: 'Logged out successfully', data: null };
    }),
  ];
}
