import { betterAuth } from 'better-auth';
import { v7 as uuidv7 } from 'uuid';
import { limits } from '@upaj/contract/limits';
import { socialCallbackPath } from '@upaj/contract/social';
import type { Database } from '#src/db/connect.ts';
import type { Env } from '#src/env.ts';
import { socialAuth, type SocialAuthOptions } from './social-auth.ts';

/** The cookie that carries the session. Better Auth adds a `__Secure-` prefix under https. */
export const sessionCookie = 'upaj.session_token';

const days = 24 * 60 * 60;

/**
 * Better Auth under the log-in routes, on our tables. Its own routes are not exposed, but for the one that providers
 * send people back to: they would answer in another envelope. Requests read their session by a cached look-up of the
 * table instead, as its own takes 2 ms.
 */
export function createAuth(db: Database, env: Env, socialOptions: SocialAuthOptions) {
  const social = socialAuth(socialOptions);
  return betterAuth({
    baseURL: env.publicUrl,
    basePath: socialCallbackPath.replace('/callback', ''),
    onAPIError: { errorURL: `${env.publicUrl}/login` },
    plugins: social.plugins,
    databaseHooks: social.databaseHooks,
    secret: env.secretKey,
    database: { db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: 'upaj',
      database: { generateId: () => uuidv7() },
      useSecureCookies: env.publicUrl.startsWith('https:'),
    },
    rateLimit: { enabled: false },
    session: {
      modelName: 'sessions',
      expiresIn: 30 * days,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    user: {
      modelName: 'users',
      fields: {
        name: 'full_name',
        image: 'avatar',
        emailVerified: 'email_verified',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      validateUserInfo: social.validateUserInfo,
      // Named so that Better Auth can write them when a provider opens an account; it returns none of them.
      additionalFields: {
        username: ours('username'),
        contact: ours('contact'),
        aadhaarLast4: ours('aadhaar_last4'),
        aadhaarFingerprint: ours('aadhaar_fingerprint'),
        userType: ours('user_type'),
        isComplete: ours('is_complete', 'boolean'),
      },
    },
    account: {
      modelName: 'accounts',
      ...social.account,
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: limits.password.min,
      maxPasswordLength: limits.password.max,
    },
  });
}

function ours<T extends 'string' | 'boolean' = 'string'>(fieldName: string, type = 'string' as T) {
  return { type, required: false, input: false, returned: false, fieldName } as const;
}

export type Auth = ReturnType<typeof createAuth>;
