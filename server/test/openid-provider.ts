import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration } from 'oidc-provider';
import type { ProviderAddresses } from '#src/people/social-login/providers.ts';
import { TestClient } from './client.ts';

export const clientKeys = {
  google: { clientId: 'upaj-at-google', clientSecret: 'secret-of-google' },
  facebook: { clientId: 'upaj-at-facebook', clientSecret: 'secret-of-facebook' },
};

export interface Claims {
  name?: string;
  email?: string;
  email_verified?: boolean;
}

export interface OpenIdProvider {
  addresses: { google: ProviderAddresses; facebook: ProviderAddresses };
  people: Map<string, Claims>;
  visit(url: string, personId: string, isRefused?: boolean): Promise<string>;
  close(): Promise<void>;
}

const lasting = [
  'AccessToken',
  'Grant',
  'IdToken',
  'Interaction',
  'Session',
] as const satisfies readonly (keyof NonNullable<Configuration['ttl']>)[];

export async function startOpenIdProvider(siteUrl: string): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Claims>();
  const provider = new Provider(issuer, {
    clients: (['google', 'facebook'] as const).map((name) => ({
      client_id: clientKeys[name].clientId,
      client_secret: clientKeys[name].clientSecret,
      redirect_uris: [`${siteUrl}/api/v1/auth/callback/${name}`],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      public_profile: ['id', 'name'],
    },
    scopes: ['openid', 'email', 'profile', 'public_profile'],
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, id, ...people.get(id) }),
    }),
    pkce: { required: (_, { clientId }) => clientId === clientKeys.google.clientId },
    ttl: Object.fromEntries(lasting.map((name) => [name, 600])),
    jwks: {
      keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })],
    },
    cookies: { keys: ['of-the-test'] },
  });
  server.on('request', provider.callback());

  const at = { authorizationUrl: `${issuer}/auth`, tokenUrl: `${issuer}/token`, userInfoUrl: `${issuer}/me` };
  return {
    addresses: {
      google: { ...at, scopes: ['openid', 'email', 'profile'] },
      facebook: { ...at, scopes: ['openid', 'email', 'public_profile'] },
    },
    people,
    visit: (url, personId, isRefused) => visit(new TestClient(issuer), url, personId, isRefused),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function visit(browser: TestClient, from: string, login: string, isRefused = false): Promise<string> {
  let url = new URL(from);
  for (let step = 0; step < 15; step += 1) {
    const { status, headers, body } = await browser.fetch(url.pathname + url.search);
    let location = headers.get('location');
    if (!location) {
      const page = String(body);
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (!action || !prompt) throw new Error(`The provider answered ${status}: ${page.slice(0, 2000)}`);
      const form = new URLSearchParams({ prompt, login, password: 'any' });
      const target = new URL(action, url);
      const answered = isRefused
        ? await browser.fetch(`${target.pathname}/abort`)
        : await browser.fetch(target.pathname, { method: 'POST', body: form });
      location = answered.headers.get('location');
      if (!location) throw new Error(`The provider answered ${answered.status}: ${String(answered.body)}`);
    }
    url = new URL(location, url);
    if (url.origin !== browser.url) return url.href;
  }
  throw new Error('The provider sends in circles');
}
