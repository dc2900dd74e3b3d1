import type { BetterAuthOptions } from 'better-auth';
import { genericOAuth, type GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';
import type { FastifyBaseLogger } from 'fastify';
import { randomBytes } from 'node:crypto';
import { visibleText } from '@upaj/contract/fields';
import { limits } from '@upaj/contract/limits';
import { logSecurity } from '#src/platform/http/security-log.ts';
import { idleLimit } from '#src/people/sessions/idle-limit.ts';

export interface AccountState {
  isSuspended: boolean;
  hasPassword: boolean;
}

export interface SocialAuthOptions {
  providers: GenericOAuthConfig[];
  findAccountState(userId: string): Promise<AccountState>;
  endAllLogins(userId: string): Promise<void>;
  log: FastifyBaseLogger;
}

/** Decision 0009 explains which accounts may be linked, and how pre-hijacking is prevented. */
export function socialAuth({ providers, findAccountState, endAllLogins, log }: SocialAuthOptions) {
  return {
    plugins: [genericOAuth({ config: providers })],
    account: {
      accountLinking: {
        enabled: true,
        trustedProviders: [],
        requireLocalEmailVerified: true,
        updateUserInfoOnLink: false,
      },
      updateAccountOnSignIn: false,
    },
    validateUserInfo: async ({ user, source }) => {
      if (source.action === 'create-user') return undefined;
      const userId = String(user.id);
      const state = await findAccountState(userId);
      if (state.isSuspended) return { error: 'account_suspended' };
      // Both addresses are verified. Before linking, so that a crash leaves too few log-ins.
      if (source.action === 'link-account') {
        await endAllLogins(userId);
        logSecurity(log, 'provider-linked', { userId });
      } else if (!user.emailVerified && state.hasPassword) return { error: 'account_not_linked' };
      return undefined;
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({ data: { ...user, ...placeholders, ...named(user.name) } }),
        },
      },
      session: {
        create: {
          before: async (session) => ({ data: { ...session, expiresAt: firstExpiry() } }),
          after: async ({ userId }) => logSecurity(log, 'provider-login', { userId }),
        },
      },
      // Needed only once, for name and address; stored tokens could be stolen.
      account: { create: { before: async (account) => ({ data: { ...account, ...noTokens } }) } },
    },
  } satisfies {
    plugins: BetterAuthOptions['plugins'];
    account: BetterAuthOptions['account'];
    validateUserInfo: NonNullable<BetterAuthOptions['user']>['validateUserInfo'];
    databaseHooks: BetterAuthOptions['databaseHooks'];
  };
}

const placeholders = { contact: '', userType: 'farmer', isComplete: false, image: null };

const firstExpiry = () => new Date(Date.now() + idleLimit(true));

const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};

function named(name: string) {
  return {
    // PostgreSQL cannot store U+0000.
    name: visibleText(name.replaceAll('\u0000', '')).trim().slice(0, limits.fullName.max),
    username: `new-${randomBytes(6).toString('hex')}`,
  };
}
