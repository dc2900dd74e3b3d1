import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';
import { emailSchema } from '@upaj/contract/credentials';
import { providers, type Provider } from '@upaj/contract/social';
import type { Env } from '#src/env.ts';

/** Where a provider is, and what it is asked for. */
export type ProviderAddresses = Required<
  Pick<GenericOAuthConfig, 'authorizationUrl' | 'tokenUrl' | 'userInfoUrl' | 'scopes'>
>;

// Written down and not discovered, so that a start without a line does not leave the log-in out.
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

/** The providers that are set up. `elsewhere` sends them to other addresses, for tests. */
export function providerConfigs(
  keys: Env['providers'],
  elsewhere: Partial<Record<Provider, ProviderAddresses>> = {},
): GenericOAuthConfig[] {
  return providers.flatMap((providerId) => {
    const given = keys[providerId];
    if (!given) return [];
    const addresses = elsewhere[providerId] ?? known[providerId];
    return {
      providerId,
      ...given,
      ...addresses,
      // Google's subject is `sub`, Facebook's `id`: each stays the same whatever the person changes.
      accountSubject: ({ profile }) => String(profile[providerId === 'google' ? 'sub' : 'id'] ?? ''),
      pkce: providerId === 'google',
      // Always from the address that only the access token opens, never out of a token that was not checked.
      getUserInfo: (tokens) => fetchProfile(addresses.userInfoUrl, tokens.accessToken),
      mapProfileToUser: (profile) => ({
        name: typeof profile['name'] === 'string' ? profile['name'] : '',
        // Facebook says nothing of it, so it never counts as verified.
        emailVerified: profile['email_verified'] === true || profile['email_verified'] === 'true',
      }),
    };
  });
}

const patience = 10_000;
type Profile = Awaited<ReturnType<NonNullable<GenericOAuthConfig['getUserInfo']>>>;

/** Null when the provider does not answer with one. An address that nobody could register with counts as none. */
async function fetchProfile(url: string, accessToken: string | undefined): Promise<Profile> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(patience),
  });
  const profile: unknown = response.ok ? await response.json() : null;
  if (typeof profile !== 'object' || profile === null) return null;
  const email = emailSchema.safeParse(Reflect.get(profile, 'email')).data;
  return { ...profile, email } as NonNullable<Profile>;
}
