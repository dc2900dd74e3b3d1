import type { BetterAuthOptions } from 'better-auth';
import { genericOAuth, type GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';
import { randomBytes } from 'node:crypto';
import { limits } from '@upaj/contract/limits';

/** What decides whether a provider may log somebody in to an account that exists. */
export interface Standing {
  isSuspended: boolean;
  hasPassword: boolean;
}

export interface SocialAuthOptions {
  providers: GenericOAuthConfig[];
  findStanding(userId: string): Promise<Standing>;
  /** Ends every session of the account and every way to start another: password and links to providers. */
  closeWaysIn(userId: string): Promise<void>;
}

/**
 * Better Auth's part of the log-in by Google and Facebook. Who may be linked to what, and why nobody can lie in wait
 * for another's address, is in docs/decisions/0009.
 */
export function socialAuth({ providers, findStanding, closeWaysIn }: SocialAuthOptions) {
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
      const standing = await findStanding(userId);
      if (standing.isSuspended) return { error: 'account_suspended' };
      // Better Auth has found both sides verified before it asks. First, so that a crash leaves too few ways in.
      if (source.action === 'link-account') await closeWaysIn(userId);
      else if (!user.emailVerified && standing.hasPassword) return { error: 'account_not_linked' };
      return undefined;
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({ data: { ...user, ...placeholders, ...named(user.name) } }),
        },
      },
      // The provider is asked for a name and an address once. Its tokens would only be there to be stolen.
      account: { create: { before: async (account) => ({ data: { ...account, ...noTokens } }) } },
    },
  } satisfies {
    plugins: BetterAuthOptions['plugins'];
    account: BetterAuthOptions['account'];
    validateUserInfo: NonNullable<BetterAuthOptions['user']>['validateUserInfo'];
    databaseHooks: BetterAuthOptions['databaseHooks'];
  };
}

/** Until the person says otherwise; nobody sees them before. */
const placeholders = { contact: '', userType: 'farmer', isComplete: false, image: null };

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
    name: name.replaceAll('\u0000', '').trim().slice(0, limits.fullName.max),
    username: `new-${randomBytes(6).toString('hex')}`,
  };
}
