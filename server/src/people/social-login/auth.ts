import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { genericOAuth, type GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { visibleText } from '@upaj/contract/fields';
import { limits } from '@upaj/contract/limits';
import { socialCallbackPath } from '@upaj/contract/people/social-login';
import type { Env } from '#src/env.ts';
import { expiryOf } from '#src/people/sessions/last-seen.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { createCookie, longestCookie, sessionCookieName } from '#src/platform/http/cookies.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';
import { temporaryUsername } from '#src/people/names/usernames.ts';
import type { FindAppealToken } from '#src/people/users/enter.ts';
import { mayAppeal } from './providers.ts';
import { forBetterAuth, type SocialStore } from './store.ts';

interface AuthDeps {
  db: Database;
  env: Env;
  providers: GenericOAuthConfig[];
  findAccountState: SocialStore['findAccountState'];
  findAppealToken: FindAppealToken;
  endAllLogins(userId: string): Promise<void>;
  announceChange(userId: string): Promise<void>;
  log: FastifyBaseLogger;
}

/**
 * Creates Better Auth, of which only the providers' callback is exposed. Its sessions are ordinary ones: see
 * sessions/service.ts.
 */
export function createAuth(deps: AuthDeps) {
  const { db, env, providers, announceChange, log } = deps;
  return betterAuth({
    baseURL: env.publicUrl,
    basePath: socialCallbackPath.replace('/callback', ''),
    onAPIError: { errorURL: `${env.publicUrl}/login` },
    plugins: [genericOAuth({ config: providers })],
    databaseHooks: {
      user: {
        create: { before: async (user) => ({ data: { ...user, ...newUser(user.name) } }) },
        // A provider that did not vouch for the address before may do so at a later log-in.
        update: {
          after: async ({ id, emailVerified }) => {
            if (emailVerified) await announceChange(String(id));
          },
        },
      },
      session: {
        create: {
          before: async (session) => ({ data: { ...session, expiresAt: expiryOf(true) } }),
          after: async ({ userId }) => logSecurity(log, 'provider-login', { userId }),
        },
      },
      // Tokens are not stored, because they are only needed once, for name and address, and could be stolen.
      account: { create: { before: async (account) => ({ data: { ...account, ...noTokens } }) } },
    },
    secret: env.secretKeys[0],
    database: { db: forBetterAuth(db), type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: 'upaj',
      database: { generateId: () => uuidv7() },
      // Better Auth's prefix would differ from the one that cookies.ts uses under https.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: env.publicUrl.startsWith('https:') },
      cookies: { session_token: { name: createCookie(sessionCookieName, env.publicUrl).name } },
    },
    rateLimit: { enabled: false },
    session: {
      modelName: 'sessions',
      expiresIn: longestCookie,
    },
    user: {
      modelName: 'users',
      fields: { name: 'fullName', image: 'avatar' },
      validateUserInfo: mayLogIn(deps),
      // Columns of ours that Better Auth writes but never returns.
      additionalFields: {
        username: ours('string'),
        contact: ours('string'),
        aadhaarLast4: ours('string'),
        aadhaarFingerprint: ours('string'),
        userType: ours('string'),
        isComplete: ours('boolean'),
      },
    },
    account: {
      modelName: 'accounts',
      accountLinking: {
        enabled: true,
        trustedProviders: [],
        requireLocalEmailVerified: true,
        updateUserInfoOnLink: false,
      },
      updateAccountOnSignIn: false,
    },
    verification: { modelName: 'verifications' },
  });
}

export type Auth = ReturnType<typeof createAuth>;

type Validate = NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>;

/** Decides who may log in. Decision 0009 explains which accounts may be linked, and how pre-hijacking is prevented. */
function mayLogIn({ findAccountState, findAppealToken, endAllLogins, log }: AuthDeps): Validate {
  return async ({ user, source }) => {
    if (source.action === 'create-user') return undefined;
    const userId = String(user.id);
    const state = await findAccountState(userId);
    // A provider is linked only when both addresses are verified.
    const isProven = source.action === 'link-account' || user.emailVerified || !state?.hasPassword;
    if (!state?.canLogIn) {
      const token = isProven ? await findAppealToken(userId) : undefined;
      return token ? { error: mayAppeal, errorDescription: token } : { error: 'account_suspended' };
    }
    if (!isProven) return { error: 'account_not_linked' };
    // Log-ins end before a provider is linked, so that a crash leaves too few of them, not too many.
    if (source.action === 'link-account') {
      await endAllLogins(userId);
      logSecurity(log, 'provider-linked', { userId });
    }
    return undefined;
  };
}

/** Returns the columns of a new account, whose user has yet to complete it. */
function newUser(name: string) {
  return {
    contact: '',
    userType: 'farmer',
    isComplete: false,
    image: null,
    // U+0000 is removed, because PostgreSQL cannot store it.
    name: visibleText(name.replaceAll('\u0000', '')).trim().slice(0, limits.fullName.max),
    username: temporaryUsername(),
  };
}

const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};

function ours<T extends 'string' | 'boolean'>(type: T) {
  return { type, required: false, input: false, returned: false } as const;
}
