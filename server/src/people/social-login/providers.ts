import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';
import { emailSchema } from '@upaj/contract/people/credentials';
import { providers, type Provider } from '@upaj/contract/people/social-login';
import type { Env } from '#src/env.ts';

/** Better Auth redirects with this error if a suspended person may appeal. Its description is the token. */
export const mayAppeal = 'may_appeal';

export type ProviderAddresses = Required<
  Pick<GenericOAuthConfig, 'authorizationUrl' | 'tokenUrl' | 'userInfoUrl' | 'scopes'>
>;

// The addresses are not discovered, so that the server starts without internet access.
const google: ProviderAddresses = {
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  userInfoUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
  scopes: ['openid', 'email', 'profile'],
};
const facebook: ProviderAddresses = {
  authorizationUrl: 'https://www.facebook.com/v24.0/dialog/oauth',
  tokenUrl: 'https://graph.facebook.com/v24.0/oauth/access_token',
  userInfoUrl: 'https://graph.facebook.com/v24.0/me?fields=id,name,email',
  scopes: ['email', 'public_profile'],
};
const known = { google, facebook };

export function providerConfigs(
  keys: Env['providers'],
  elsewhere: Partial<Record<Provider, ProviderAddresses>> = {},
): GenericOAuthConfig[] {
  return providers.flatMap((providerId) => {
    const credentials = keys[providerId];
    if (!credentials) return [];
    const addresses = elsewhere[providerId] ?? known[providerId];
    return {
      providerId,
      ...credentials,
      ...addresses,
      // The ids of both providers stay the same when the person's name or address changes.
      accountSubject: ({ profile }) => String(profile[providerId === 'google' ? 'sub' : 'id'] ?? ''),
      pkce: providerId === 'google',
      // The profile is fetched, because an unverified token must not provide it.
      getUserInfo: (tokens) => fetchProfile(addresses.userInfoUrl, tokens.accessToken),
      mapProfileToUser: (profile) => ({
        name: typeof profile['name'] === 'string' ? profile['name'] : '',
        // Facebook does not report this, so its addresses count as unverified.
        emailVerified: profile['email_verified'] === true || profile['email_verified'] === 'true',
      }),
    };
  });
}

const timeout = 10_000;
type Profile = Awaited<ReturnType<NonNullable<GenericOAuthConfig['getUserInfo']>>>;

/** Fetches the profile, without an address that registration would refuse. */
async function fetchProfile(url: string, accessToken: string | undefined): Promise<Profile> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(timeout),
  });
  const profile: unknown = response.ok ? await response.json() : null;
  if (typeof profile !== 'object' || profile === null) return null;
  const email = emailSchema.safeParse(Reflect.get(profile, 'email')).data;
  return { ...profile, email } as NonNullable<Profile>;
}
