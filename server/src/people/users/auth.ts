import { betterAuth } from 'better-auth';
import { v7 as uuidv7 } from 'uuid';
import { socialCallbackPath } from '@upaj/contract/people/social-login';
import type { Env } from '#src/env.ts';
import type { Database } from '#src/platform/db/connect.ts';
import { createCookie, longestCookie, sessionCookieName } from '#src/platform/http/cookies.ts';
import { socialAuth, type SocialAuthOptions } from './social-auth.ts';

/** Only the providers' callback is exposed. Its sessions are ordinary ones: see sessions/service.ts. */
export function createAuth(db: Database, env: Env, socialOptions: SocialAuthOptions) {
  const social = socialAuth(socialOptions);
  return betterAuth({
    baseURL: env.publicUrl,
    basePath: socialCallbackPath.replace('/callback', ''),
    onAPIError: { errorURL: `${env.publicUrl}/login` },
    plugins: social.plugins,
    databaseHooks: social.databaseHooks,
    secret: env.secretKeys[0],
    database: { db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: 'upaj',
      database: { generateId: () => uuidv7() },
      // Its prefix would differ from the one cookies.ts uses under https.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: env.publicUrl.startsWith('https:') },
      cookies: { session_token: { name: createCookie(sessionCookieName, env.publicUrl).name } },
    },
    rateLimit: { enabled: false },
    session: {
      modelName: 'sessions',
      expiresIn: longestCookie,
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
      // Better Auth writes these but returns none of them.
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
  });
}

function ours<T extends 'string' | 'boolean' = 'string'>(fieldName: string, type = 'string' as T) {
  return { type, required: false, input: false, returned: false, fieldName } as const;
}
